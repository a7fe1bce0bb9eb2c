import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  addJob,
  damagedFiles,
  databaseWorld,
  laterStep,
  problemOf,
  stateOf,
} from '../testing/worlds/databaseWorld.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { migrations } from './migrations/index.ts'
import { requireSqliteVersion, type StudioDatabase } from './openStudioDatabase.ts'

describe('an intact database', () => {
  it('is created with private folders at the first start, and keeps its content', async () => {
    const { open, dataFolder } = databaseWorld(join(temporaryFolder(), 'new'))
    const first = open()
    addJob(first, 'a', 'saved')
    await first.close()
    const again = open()
    expect(stateOf(again, 'a')).toBe('saved')
    expect(again.notices).toEqual([])
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700)
    expect(statSync(again.paths.library).mode & 0o777).toBe(0o700)
  })

  it('is checked after a kill, but not after a clean close', async () => {
    const { open, dataFolder, log } = databaseWorld()
    const first = open()
    await first.close()
    await open().close()
    expect(log.lines).toEqual([])

    const script = `import { openStudioDatabase } from ${JSON.stringify(new URL('openStudioDatabase.ts', import.meta.url).href)}
      const quiet = () => {}
      const { database } = openStudioDatabase({ dataFolder: ${JSON.stringify(dataFolder)}, log: { info: quiet, warn: quiet, error: quiet },
        clock: { now: Date.now, after: () => quiet } })
      database.run("INSERT INTO settings VALUES ('written', 'before the kill')")
      process.stdout.write('ready')
      setInterval(quiet, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = open()
    expect(log.lines.map((line) => line.message)).toEqual([expect.stringContaining('not closed properly')])
    expect(after.notices).toEqual([])
    expect(after.database.get('SELECT value FROM settings')).toEqual({ value: 'before the kill' })
  })
})

describe('query plans', () => {
  /** How SQLite finds the rows of a join if it believes that `assets` is large, as it does without statistics. */
  const readPlan = ({ database }: StudioDatabase) =>
    database
      .all(
        'EXPLAIN QUERY PLAN SELECT a.id FROM job_inputs i JOIN assets a ON a.id = i.asset_id WHERE i.job_id = ?',
      )
      .map((row) => row['detail'])

  it('stay the same after a library was closed with few results', async () => {
    const { open } = databaseWorld()
    const first = open()
    const plan = readPlan(first)
    addJob(first, 'a', 'saved')
    await first.close()
    const again = open()
    expect(readPlan(again)).toEqual(plan)
    expect(readStatistics(again)).toEqual([])
  })

  it('lose the statistics that an earlier version stored in the library', async () => {
    const { open } = databaseWorld()
    const old = open(migrations.slice(0, 18))
    addJob(old, 'a', 'saved')
    old.database.exec('ANALYZE')
    expect(readStatistics(old)).not.toEqual([])
    await old.close()
    expect(readStatistics(open())).toEqual([])
  })

  const readStatistics = ({ database }: StudioDatabase) =>
    database.all("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'")
})

describe('a newer database', () => {
  it('is rejected and not changed', async () => {
    const { open, file, dataFolder } = databaseWorld()
    await open([...migrations, laterStep]).close()
    const before = readFileSync(file)
    expect(problemOf(open)).toEqual({
      code: 'database_newer',
      money: 'none',
      params: { found: laterStep.version, known: migrations.length },
    })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(damagedFiles(dataFolder)).toEqual([])
  })
})

describe('migrating', () => {
  it('makes a backup first, then migrates the schema and the rows', async () => {
    const { open } = databaseWorld()
    const old = open()
    addJob(old, 'kept', 'saved')
    await old.close()
    const { database, paths } = open([...migrations, laterStep])
    expect(database.get('SELECT n FROM later')).toEqual({ n: 7 })
    expect(database.get('SELECT id FROM jobs')).toEqual({ id: 'kept' })
    const backups = readdirSync(paths.backups)
    expect(backups).toEqual([expect.stringContaining(`-before-${laterStep.version}.db`)])
    const copy = new DatabaseSync(join(paths.backups, backups[0] ?? ''), { readOnly: true })
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    expect(copy.prepare('SELECT id FROM jobs').get()).toEqual({ id: 'kept' })
    copy.close()
  })

  it('is rejected before the first write if the disk has no space for the backup, and continues once it has', async () => {
    const { open } = databaseWorld()
    const old = open()
    addJob(old, 'kept', 'saved')
    await old.close()
    expect(problemOf(() => open([...migrations, laterStep], 1 << 20))).toMatchObject({
      code: 'update_needs_room',
      params: { free: 1 << 20 },
    })
    expect(readdirSync(old.paths.backups)).toEqual([])
    const same = open()
    expect(same.database.get('SELECT id FROM jobs')).toEqual({ id: 'kept' })
    await same.close()
    expect(open([...migrations, laterStep]).database.get('SELECT n FROM later')).toEqual({ n: 7 })
  })

  it('makes no backup of a new database', () => {
    const { open } = databaseWorld()
    expect(readdirSync(open([...migrations, laterStep]).paths.backups)).toEqual([])
  })

  it('rolls back and reports a step that fails, and the old version can still open the database', async () => {
    const { open } = databaseWorld()
    const old = open()
    addJob(old, 'kept', 'saved')
    await old.close()
    const broken = { version: laterStep.version, sql: 'DROP TABLE assets; CREATE TABLE jobs (n INTEGER)' }
    expect(problemOf(() => open([...migrations, broken]))).toMatchObject({
      code: 'database_update_failed',
      params: { version: laterStep.version },
    })
    const again = open()
    expect(stateOf(again, 'kept')).toBe('saved')
    expect(again.database.get('SELECT count(*) AS n FROM assets')).toEqual({ n: 0 })
  })

  it('leaves a new library empty if a step fails', () => {
    const { open, file } = databaseWorld()
    const broken = { version: laterStep.version, sql: 'CREATE TABLE jobs (n INTEGER)' }
    expect(problemOf(() => open([...migrations, broken]))).toMatchObject({ code: 'database_update_failed' })
    const database = new DatabaseSync(file)
    expect(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toEqual({ n: 0 })
    database.close()
    expect(open().database.get('SELECT count(*) AS n FROM jobs')).toEqual({ n: 0 })
  })

  it('rejects a list of steps with a gap', () => {
    expect(() =>
      databaseWorld().open([...migrations, { ...laterStep, version: laterStep.version + 1 }]),
    ).toThrow('contiguous')
  })
})

describe('the disk', () => {
  it('with a file instead of the data folder is reported as a StudioError', () => {
    const folder = join(temporaryFolder(), 'taken')
    writeFileSync(folder, '')
    expect(problemOf(databaseWorld(folder).open)).toMatchObject({ code: 'disk_failed' })
    expect(existsSync(folder)).toBe(true)
  })
})

it.each(['3.51.2', '3.40.1', '3.9.0', '3.52.0', '0'])('rejects SQLite %s', (found) => {
  expect(() => requireSqliteVersion(found)).toThrow('sqlite_too_old')
})

it.each(['3.51.3', '3.51.10', '3.53.0', '4.0.0', undefined])('accepts SQLite %s', (found) => {
  expect(() => requireSqliteVersion(found)).not.toThrow()
})
