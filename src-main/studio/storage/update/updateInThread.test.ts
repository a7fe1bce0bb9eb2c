import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/libraryUpdate.ts'
import {
  addJob,
  damagedFiles,
  databaseWorld,
  fill,
  laterStep,
  stateOf,
  takeBackup,
} from '../../testing/worlds/databaseWorld.ts'
import { threadModule } from '../../threads/createThreads.ts'
import type { Clock } from '../../world.ts'
import { migrations } from '../migrations/index.ts'
import { needsUpdate, updateInThread } from './updateInThread.ts'

const OLD = migrations.slice(0, -2)
const soon: Clock['after'] = (_ms, run) => {
  const timer = setTimeout(run, 1)
  return () => clearTimeout(timer)
}

/** A library of an earlier version with one job. */
async function oldLibrary() {
  const world = databaseWorld()
  const { dataFolder, log, clock } = world
  const old = world.open(OLD)
  addJob(old, 'kept', 'saved')
  fill(old)
  await old.close()
  const updates: LibraryUpdate[] = []
  const update = (more: Partial<Parameters<typeof updateInThread>[0]> = {}) =>
    updateInThread({
      workerUrl: threadModule('updateThread'),
      dataFolder,
      log,
      clock: { ...clock, after: soon },
      onProgress: (reported) => updates.push(reported),
      ...more,
    })
  return { ...world, old, updates, update }
}

describe('needsUpdate', () => {
  it('is true only for a library of an earlier version', async () => {
    const { open, dataFolder } = databaseWorld()
    expect(needsUpdate(dataFolder)).toBe(false)
    await open(OLD).close()
    expect(needsUpdate(dataFolder)).toBe(true)
    await open().close()
    expect(needsUpdate(dataFolder)).toBe(false)
    await open([...migrations, laterStep]).close()
    expect(needsUpdate(dataFolder)).toBe(false)
  })

  it('is false for files that are not a database, which are checked when opened', () => {
    const { dataFolder, file } = databaseWorld()
    writeFileSync(file, 'not a database')
    expect(needsUpdate(dataFolder)).toBe(false)
  })
})

describe('updateInThread', () => {
  it('makes a backup and runs each step, and reports both in order', async () => {
    const { update, updates, open, old, log } = await oldLibrary()
    expect(await update()).toEqual([])
    const stages = updates.map(({ stage, step, steps }) => `${stage} ${step} of ${steps}`)
    expect([...new Set(stages)]).toEqual(['backup 0 of 2', 'step 1 of 2', 'step 2 of 2'])
    const shares = updates.map(({ percent }) => percent)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(0)).toBe(0)
    const [backup] = readdirSync(old.paths.backups)
    expect(backup).toMatch(new RegExp(`-before-${OLD.length + 1}\\.db$`))
    const logged = log.lines.length
    expect(stateOf(open(), 'kept')).toBe('saved')
    expect(log.lines.length).toBe(logged)
  })

  it('is rejected before the first write if the disk has no space', async () => {
    const { update, updates, old, file, open } = await oldLibrary()
    const before = readFileSync(file)
    await expect(update({ freeBytes: () => 1 << 20 })).rejects.toMatchObject({
      problem: { code: 'update_needs_room', params: { free: 1 << 20 } },
    })
    expect(updates).toEqual([])
    expect(readdirSync(old.paths.backups)).toEqual([])
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(stateOf(open(OLD), 'kept')).toBe('saved')
  })

  it('rolls back a step that fails, names it, and logs the reason', async () => {
    const { update, open, log } = await oldLibrary()
    const broken = { version: laterStep.version, sql: 'DROP TABLE assets; CREATE TABLE jobs (n INTEGER)' }
    await expect(update({ steps: [...migrations, broken] })).rejects.toMatchObject({
      problem: { code: 'database_update_failed', params: { version: laterStep.version } },
    })
    expect(log.lines.at(-1)).toMatchObject({
      level: 'error',
      facts: { error: expect.stringContaining('jobs') },
    })
    expect(open().database.get('SELECT count(*) AS n FROM assets')).toEqual({ n: 0 })
  })

  it('checks even a large file that was not closed properly, and replaces a damaged one', async () => {
    const { update, updates, open, dataFolder, file } = await oldLibrary()
    const larger = open(OLD)
    larger.database.run('INSERT INTO settings VALUES (?, ?)', 'large', 'x'.repeat(17 << 20))
    await larger.close()
    const bytes = readFileSync(file)
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 16_384)
    writeFileSync(file, bytes)
    writeFileSync(`${file}-wal`, '')
    expect(await update()).toMatchObject([{ code: 'database_damaged' }])
    expect(updates[0]).toMatchObject({ stage: 'check' })
    expect(damagedFiles(dataFolder)).toHaveLength(1)
    expect(open().notices).toEqual([])
  })

  it('restores a backup and sets the time before which files without a row are ignored', async () => {
    const { update, open, file, clock } = await oldLibrary()
    const damaged = open(OLD)
    damaged.database.run("UPDATE library_marks SET value = 1 WHERE name = 'files_known_since'")
    await takeBackup(damaged, clock)
    await damaged.close()
    const bytes = readFileSync(file)
    bytes.fill(0xff, bytes.length / 2)
    writeFileSync(file, bytes)
    writeFileSync(`${file}-wal`, '')
    const start = Math.floor(Date.now() / 1000) * 1000
    expect(await update()).toMatchObject([{ code: 'database_restored' }])
    const mark = open().database.get("SELECT value FROM library_marks WHERE name = 'files_known_since'")
    expect(mark?.['value']).toBeGreaterThanOrEqual(start)
  })

  it('leaves the update to the main thread if no thread can be started', async () => {
    const { update, open, log, file } = await oldLibrary()
    expect(await update({ workerUrl: new URL('./missing.ts', import.meta.url) })).toEqual([])
    expect(log.lines.at(-1)?.level).toBe('error')
    expect(stateOf(open(), 'kept')).toBe('saved')
    const database = new DatabaseSync(file, { readOnly: true })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    database.close()
  })
})
