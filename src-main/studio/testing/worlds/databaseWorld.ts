import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { checkCopy, requireIntact } from '../../storage/database/checkDatabase.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { openStudioDatabase, type StudioDatabase } from '../../storage/openStudioDatabase.ts'
import { fakeClock } from '../fakeClock.ts'
import { memoryLog } from '../memoryLog.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** A migration after all existing ones. */
export const laterStep = {
  version: migrations.length + 1,
  sql: 'CREATE TABLE later (n INTEGER) STRICT; INSERT INTO later VALUES (7)',
}

/** A data folder whose database is opened by the test. */
export function databaseWorld(dataFolder = temporaryFolder()) {
  const clock = fakeClock()
  const log = memoryLog()
  const open = (steps = migrations, freeBytes?: number): StudioDatabase => {
    const disk = freeBytes === undefined ? {} : { freeBytes: () => freeBytes }
    const opened = openStudioDatabase({ dataFolder, log, clock, steps, ...disk })
    opened.backups.start({
      isIntact: () => !opened.isUnchecked,
      checkCopy: async (file) => requireIntact(checkCopy(file)),
    })
    onTestFinished(async () => {
      await opened.close().catch(() => {})
    })
    return opened
  }
  return { dataFolder, clock, log, open, file: join(dataFolder, 'easel.db') }
}

/** The problem of the StudioError that `work` throws; null if it throws none. */
export const problemOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof StudioError) return error.problem
    throw error
  }
  return null
}

/** Inserts a job, also into the schema before migration 13, which calls the idempotency key `press`. */
export const addJob = (
  { database }: Pick<StudioDatabase, 'database'>,
  id: string,
  state: string,
  price = 5,
) => {
  const isOld = database.get("SELECT 1 FROM pragma_table_info('jobs') WHERE name = 'press'") !== undefined
  database.run(
    `INSERT INTO jobs (id, ${isOld ? 'press' : 'idempotency_key'}, connection_id, connection_name, operation, model_slug, model_name, title, form_values,
      request, state, price, created_at) VALUES (?, ?, 'c', 'C', 'o', 's', 'M', 't', '{}', '{}', ?, ?, 1)`,
    id,
    `click-${id}`,
    state,
    price,
  )
}
/** The state of a job. */
export const stateOf = ({ database }: StudioDatabase, id: string) =>
  database.get('SELECT state FROM jobs WHERE id = ?', id)?.['state']
/** The names of the damaged databases that were renamed. */
export const damagedFiles = (folder: string) =>
  readdirSync(folder).filter((name) => /^easel-damaged-\S+\.db$/.test(name))

/** Inserts enough rows that the file has many pages. */
export const fill = ({ database }: StudioDatabase, rows = 2000) =>
  database.transaction(() => {
    for (let n = 0; n < rows; n++) {
      database.run('INSERT INTO settings VALUES (?, ?)', `filler ${n}`, 'x'.repeat(200))
    }
  })

/** Waits until one more background copy is complete; afterwards there are `count`. */
export async function takeBackup(opened: StudioDatabase, clock: ReturnType<typeof fakeClock>, count = 1) {
  const completeCopies = () => readdirSync(opened.paths.backups).filter((name) => name.endsWith('.db'))
  const before = existsSync(opened.paths.backups) ? completeCopies() : []
  await clock.advance(3_600_000)
  await expect
    .poll(() => completeCopies().some((name) => !before.includes(name)), { timeout: 20_000, interval: 5 })
    .toBe(true)
  await expect.poll(() => completeCopies().length, { timeout: 20_000, interval: 5 }).toBe(count)
}
