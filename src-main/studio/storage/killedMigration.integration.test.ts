import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addJob, databaseWorld, laterStep, stateOf } from '../testing/databaseWorld.ts'
import { migrations } from './migrations/index.ts'

/** A step that takes about a second, so that a kill hits it. */
const SLOW_SQL = `CREATE TABLE later (n INTEGER) STRICT;
  UPDATE jobs SET title = 'half way';
  WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 3000000)
    INSERT INTO later SELECT n FROM many`

const href = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

it('a start killed while it migrates leaves the old database or the new one, and no half copy', async () => {
  const { open, dataFolder } = databaseWorld()
  const first = open()
  addJob(first, 'kept', 'saved')
  await first.close()
  for (const written of [0, 1, 5_000_000, 15_000_000]) {
    const script = `import { openStudioDatabase } from ${href('openStudioDatabase.ts')}
      import { migrations } from ${href('migrations/index.ts')}
      const log = { info() {}, warn() {}, error() {} }
      const clock = { now: Date.now, after: () => () => {} }
      const steps = [...migrations, { version: migrations.length + 1, sql: ${JSON.stringify(SLOW_SQL)} }]
      process.stdout.write('begun')
      openStudioDatabase({ dataFolder: ${JSON.stringify(dataFolder)}, log, clock, steps })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    // How far the step has come shows in the write-ahead log.
    const log = () => statSync(join(dataFolder, 'easel.db-wal'), { throwIfNoEntry: false })?.size ?? 0
    await expect.poll(log, { interval: 1, timeout: 20_000 }).toBeGreaterThanOrEqual(written)
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
