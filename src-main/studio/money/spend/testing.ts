import { onTestFinished } from 'vitest'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { Ledger } from './Ledger.ts'
import type { LedgerEntry } from './SpendSums.ts'
import { SpendReports } from './SpendReports.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

export interface JobOptions {
  state?: string
  model?: string
  operation?: string
  connection?: string
  batch?: string
  collection?: string
  title?: string
}

/** A database with a ledger, reports in a time zone, and functions that add jobs and results. */
export function spendWorld(start: number, timeZone: string) {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock(start)
  const ledger = new Ledger({ database, clock })
  const operationName = (id: string) => `Task ${id}`
  const sliced = new SpendReports({ database, clock, timeZone, operationName })
  const reports = {
    report: (input: Parameters<typeof sliced.report>[0]) => runAllSlices(sliced.report(input)),
    summary: () => sliced.summary(),
  }
  let count = 0
  /** Adds a job with these ledger entries, all at the current time, and returns its id. */
  const job = (amount: number, entries: readonly LedgerEntry[], options: JobOptions = {}): string => {
    const id = `job ${++count}`
    const { model = 'Painter', state = 'saved', operation = 'o', connection = 'c' } = options
    if (options.batch !== undefined)
      database.run(
        `INSERT OR IGNORE INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
           VALUES (?1, ?1, 'Batch ' || ?1, 'running', 'c', 'o', '[]', 1)`,
        options.batch,
      )
    if (options.collection !== undefined)
      database.run(
        "INSERT OR IGNORE INTO collections (id, name, name_key, created_at) VALUES (?1, 'Collection ' || ?1, ?1, 1)",
        options.collection,
      )
    database.run(
      `INSERT INTO jobs (id, idempotency_key, connection_id, connection_name, operation, model_slug, model_name, title, form_values,
        request, state, price, created_at, batch_id, collection_id)
        VALUES (?1, ?1, ?2, 'Connection ' || ?2, ?3, ?4, 'Model ' || ?4, ?5, '{}', '{}', ?6, ?7, 1, ?8, ?9)`,
      id,
      connection,
      operation,
      model,
      options.title ?? 't',
      state,
      amount,
      options.batch ?? null,
      options.collection ?? null,
    )
    for (const entry of entries) ledger.record(id, entry, amount)
    return id
  }
  /** Adds a result of a job. */
  const result = (jobId: string, starredAt: number | null, path = `${++count}.png`): void => {
    database.run(
      `INSERT INTO assets (id, job_id, role, kind, mime, format, path, bytes, sha256, created_at, starred_at)
         VALUES (?1, ?2, 'result', 'image', 'image/png', 'png', ?1, 1, ?1, ?4, ?3)`,
      path,
      jobId,
      starredAt,
      clock.now(),
    )
  }
  return { database, clock, ledger, reports, sliced, job, result }
}
