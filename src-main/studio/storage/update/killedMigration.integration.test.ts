import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { addJob, databaseWorld, laterStep, stateOf } from '../../testing/worlds/databaseWorld.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { threadModule } from '../../threads/createThreads.ts'
import { migrations } from '../migrations/index.ts'
import { updateInThread } from './updateInThread.ts'

/** A migration that takes about a second, so that it can be killed. */
const SLOW_SQL = `CREATE TABLE later (n INTEGER) STRICT;
  UPDATE jobs SET title = 'half way';
  WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 3000000)
    INSERT INTO later SELECT n FROM many`

const href = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

it('leaves the old or the new database, and no partial copy, when killed during a migration', async () => {
  const { open, dataFolder } = databaseWorld()
  const first = open()
  addJob(first, 'kept', 'saved')
  await first.close()
  for (const written of [0, 1, 5_000_000, 15_000_000]) {
    const script = `import { openStudioDatabase } from ${href('../openStudioDatabase.ts')}
      import { migrations } from ${href('../migrations/index.ts')}
      const log = { info() {}, warn() {}, error() {} }
      const clock = { now: Date.now, after: () => () => {} }
      const steps = [...migrations, { version: migrations.length + 1, sql: ${JSON.stringify(SLOW_SQL)} }]
      process.stdout.write('begun')
      openStudioDatabase({ dataFolder: ${JSON.stringify(dataFolder)}, log, clock, steps })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    // The size of the write-ahead log shows the progress of the step.
    const log = () => statSync(join(dataFolder, 'easel.db-wal'), { throwIfNoEntry: false })?.size ?? 0
    await expect.poll(log, { interval: 1 }).toBeGreaterThanOrEqual(written)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const again = open()
    expect(again.notices, `killed at ${written} bytes`).toEqual([])
    expect(stateOf(again, 'kept')).toBe('saved')
    expect(again.database.get('SELECT title FROM jobs')).toEqual({ title: 't' })
    expect(readdirSync(join(dataFolder, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual([])
    await again.close()
  }
  const migrated = open([...migrations, laterStep])
  expect(migrated.database.get('SELECT n FROM later')).toEqual({ n: 7 })
  expect(stateOf(migrated, 'kept')).toBe('saved')
})

/** Each moment is a message of the thread, then a size of the write-ahead log in bytes. */
it.each([
  ['SIGKILL', '"backup"', 0],
  ['SIGKILL', '"step"', 0],
  ['SIGKILL', '"step"', 5_000_000],
  ['SIGTERM', '"backup"', 0],
  ['SIGTERM', '"step"', 15_000_000],
] as const)(
  'an update in a thread ended by %s after %s and %i bytes continues at the next start',
  async (signal, message, written) => {
    const { open, dataFolder, log, clock } = databaseWorld()
    const first = open()
    addJob(first, 'kept', 'saved')
    await first.close()
    const script = `import { updateInThread } from ${href('updateInThread.ts')}
    import { threadModule } from ${href('../../threads/createThreads.ts')}
    import { migrations } from ${href('../migrations/index.ts')}
    const log = { info() {}, warn() {}, error() {} }
    const clock = { now: Date.now, after: () => () => {} }
    const steps = [...migrations, { version: migrations.length + 1, sql: ${JSON.stringify(SLOW_SQL)} }]
    const onProgress = (update) => process.stdout.write(JSON.stringify(update))
    await updateInThread({ workerUrl: threadModule('updateThread'), dataFolder: ${JSON.stringify(dataFolder)}, log, clock, steps, onProgress })`
    const file = join(temporaryFolder(), 'update.mjs')
    writeFileSync(file, script)
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString('utf8')))
    const { promise: ended, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
    child.on('exit', (_code, exitSignal) => resolve(exitSignal))
    await expect.poll(() => output, { interval: 1 }).toContain(message)
    const wal = () => statSync(join(dataFolder, 'easel.db-wal'), { throwIfNoEntry: false })?.size ?? 0
    await expect.poll(wal, { interval: 1 }).toBeGreaterThanOrEqual(written)
    child.kill(signal)
    expect(await ended).toBe(signal)

    const old = new DatabaseSync(join(dataFolder, 'easel.db'))
    expect(old.prepare('SELECT title, state FROM jobs').all()).toEqual([{ title: 't', state: 'saved' }])
    expect(old.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    old.close()
    const steps = [...migrations, laterStep]
    const workerUrl = threadModule('updateThread')
    expect(await updateInThread({ workerUrl, dataFolder, log, clock, steps, onProgress: () => {} })).toEqual(
      [],
    )
    const migrated = open(steps)
    expect(migrated.notices).toMatchObject([{ code: 'library_updated' }])
    expect(migrated.database.get('SELECT n FROM later')).toEqual({ n: 7 })
    expect(stateOf(migrated, 'kept')).toBe('saved')
    expect(readdirSync(migrated.paths.backups)).toEqual([expect.stringMatching(/-before-\d+\.db$/)])
  },
)

/** Steps that each take long enough to be killed. */
const SLOW_STEPS = Array.from({ length: 4 }, (_, index) => ({
  version: migrations.length + 1 + index,
  sql: `UPDATE jobs SET title = 'step ${index + 1}';
    CREATE TABLE slow_${index} (n INTEGER) STRICT;
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 300000)
      INSERT INTO slow_${index} SELECT n FROM many`,
}))

it('keeps the backup from before an update that is killed several times, and names it once the update is complete', async () => {
  const { open, dataFolder } = databaseWorld()
  const first = open()
  addJob(first, 'kept', 'saved')
  await first.close()
  const steps = [...migrations, ...SLOW_STEPS]
  const script = `import { openStudioDatabase } from ${href('../openStudioDatabase.ts')}
    const log = { info() {}, warn() {}, error() {} }
    const clock = { now: Date.now, after: () => () => {} }
    openStudioDatabase({ dataFolder: ${JSON.stringify(dataFolder)}, log, clock, steps: ${JSON.stringify(steps)} })`
  const backups = join(dataFolder, 'backups')
  const readBackups = () =>
    readdirSync(backups)
      .filter((name) => name.endsWith('.db'))
      .map((name) => {
        const copy = new DatabaseSync(join(backups, name), { readOnly: true })
        try {
          return copy.prepare('SELECT title FROM jobs').get()?.['title']
        } finally {
          copy.close()
        }
      })
  const wal = () => statSync(join(dataFolder, 'easel.db-wal'), { throwIfNoEntry: false })?.size ?? 0
  for (const written of [1, 3_000_000, 6_000_000, 1]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    let hasExited = false
    child.on('exit', () => (hasExited = true))
    await expect.poll(() => hasExited || wal() >= written, { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => hasExited, { interval: 1 }).toBe(true)
    expect(readBackups()).toContain('t')
  }
  const updated = open(steps)
  expect(updated.notices).toMatchObject([{ code: 'library_updated' }])
  expect(readBackups()).toEqual(['t'])
})
