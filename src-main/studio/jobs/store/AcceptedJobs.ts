import { z } from 'zod'
import { jsonColumn } from '../../storage/database/parseRows.ts'
import type { Database } from '../../storage/database/Database.ts'
import { JOURNAL_UNREAD } from '../../storage/backup/restoreBackup.ts'
import type { SegmentedLog } from '../../storage/files/SegmentedLog.ts'
import type { Clock, Log } from '../../world.ts'

/** Characters. A longer entry is written without its texts, so that the end of the journal is read quickly at each start. */
const MAX_ENTRY_LENGTH = 256 << 10
/** The end of the journal that is read after a crash. It contains every entry that the database can lack: one per concurrent submit. */
const JOURNAL_TAIL_BYTES = 4 << 20
const ENTRIES_PER_TRANSACTION = 500
/** The newest entries that are not written again when a change of the row is retried. */
const MAX_REMEMBERED_ENTRIES = 32

const text = z.string()
const nullableInt = z.int().nullable()
/** The columns of `jobs` in the journal. A column that is added needs a default, because earlier entries lack it. */
const jobSchema = z.object({
  id: text,
  idempotency_key: text,
  batch_id: text.nullable(),
  replaces: text.nullable(),
  connection_id: text,
  connection_name: text,
  operation: text,
  model_slug: text,
  model_name: text,
  title: text,
  form_values: text,
  request: text,
  price: nullableInt,
  quoted_at: nullableInt,
  seed: nullableInt,
  width: nullableInt,
  height: nullableInt,
  attempts: z.int(),
  created_at: z.int(),
  sent_at: nullableInt,
  priority: z.int(),
  row_label: text.nullable(),
  request_hash: text.nullable(),
  collection_id: text.nullable(),
})
const COLUMNS = Object.keys(jobSchema.shape).join(', ')
/** Entries written before migration 13 have the columns' earlier names. */
const journalJobSchema = z.preprocess((job) => {
  if (typeof job !== 'object' || job === null || !('press' in job) || !('lane' in job)) return job
  const { press, lane, ...rest } = job
  return { ...rest, idempotency_key: press, priority: lane }
}, jobSchema)

const entrySchema = jsonColumn(
  z.object({ request: text, at: z.int(), job: journalJobSchema, inputs: z.array(z.tuple([text, text])) }),
)
type Entry = z.infer<typeof entrySchema>

interface Dependencies {
  database: Database
  journal: SegmentedLog
  record: (jobId: string, entry: 'accepted', amount: number) => void
  clock: Clock
  log: Log
}

/**
 * Writes each job that the service accepts to a journal beside the database, and restores from it the jobs that the database
 * lacks after a crash between the response and the commit, or after a restore from an older backup.
 */
export class AcceptedJobs {
  readonly #dependencies: Dependencies
  #recentEntries: string[] = []
  /** Jobs restored by this call of `recover`. A later line about the same job has another request id, which the user entered. */
  readonly #recoveredJobIds = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Records that the service accepted a job. Call it before the row is updated. A failed write is only logged, because the row
   * usually can be written.
   */
  recordAccepted(id: string, requestId: string): void {
    const { database, journal, clock, log } = this.#dependencies
    const key = `${id} ${requestId}`
    if (this.#recentEntries.includes(key)) return
    try {
      const job = database.get(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, id)
      if (!job) return
      const inputs = database
        .all('SELECT field, asset_id FROM job_inputs WHERE job_id = ? ORDER BY position', id)
        .map((row) => [row['field'], row['asset_id']])
      const entry = JSON.stringify({ request: requestId, at: clock.now(), job, inputs })
      const short = { ...job, form_values: '', request: '', title: '', row_label: null }
      journal.append(
        entry.length <= MAX_ENTRY_LENGTH
          ? entry
          : JSON.stringify({ request: requestId, at: clock.now(), job: short, inputs: [] }),
      )
      this.#recentEntries = [...this.#recentEntries.slice(-MAX_REMEMBERED_ENTRIES), key]
    } catch (error) {
      log.error('An accepted job could not be written to the journal', {
        job: id,
        request: requestId,
        error: String(error),
      })
    }
  }

  /**
   * Sets jobs to running that are accepted in the journal but not in the database. Reads the end of the journal, or all of it
   * after a restore. Call it before anything is sent.
   */
  recover(): void {
    const { database, journal, log } = this.#dependencies
    const isRestored =
      database.get('SELECT 1 FROM library_marks WHERE name = ?', JOURNAL_UNREAD) !== undefined ||
      database.get('SELECT 1 FROM jobs LIMIT 1') === undefined
    let recovered = 0
    let batch: Entry[] = []
    const flush = (): void => {
      const entries = batch
      batch = []
      if (entries.length > 0)
        recovered += database.transaction(() => entries.filter((entry) => this.#apply(entry)).length)
    }
    for (const line of journal.lines(isRestored ? undefined : JOURNAL_TAIL_BYTES)) {
      const parsed = entrySchema.safeParse(line)
      if (parsed.success) batch.push(parsed.data)
      if (batch.length === ENTRIES_PER_TRANSACTION) flush()
    }
    flush()
    if (isRestored) database.run('DELETE FROM library_marks WHERE name = ?', JOURNAL_UNREAD)
    this.#recoveredJobIds.clear()
    if (recovered > 0) log.warn('Accepted jobs were restored from the journal', { jobs: recovered })
  }

  /** Restores one job. Returns false if the database already knows that it was accepted. */
  #apply({ request: requestId, at, job, inputs }: Entry): boolean {
    const { database, record } = this.#dependencies
    if (database.get('SELECT 1 FROM jobs WHERE request_id = ?', requestId)) return false
    if (this.#recoveredJobIds.has(job.id)) {
      database.run('UPDATE jobs SET request_id = ?, accepted_at = ? WHERE id = ?', requestId, at, job.id)
      return false
    }
    const row = database.get('SELECT state FROM jobs WHERE id = ?', job.id)
    if (row && !STATES_BEFORE_ACCEPTANCE.includes(String(row['state']))) return false
    if (!row) this.#insert(job, inputs)
    database.run(
      `UPDATE jobs SET state = 'running', request_id = ?, accepted_at = ?, price = ?, problem = NULL, waits_until = NULL
         WHERE id = ?`,
      requestId,
      at,
      job.price,
      job.id,
    )
    record(job.id, 'accepted', job.price ?? 0)
    this.#recoveredJobIds.add(job.id)
    return true
  }

  #insert(job: Entry['job'], inputs: Entry['inputs']): void {
    const { database } = this.#dependencies
    const names = Object.keys(job)
    // A batch or collection that the database lacks is left out.
    const value = (name: string): string =>
      name === 'batch_id'
        ? '(SELECT id FROM batches WHERE id = ?)'
        : name === 'collection_id'
          ? '(SELECT id FROM collections WHERE id = ?)'
          : '?'
    database.run(
      `INSERT INTO jobs (${names.join(', ')}, state) VALUES (${names.map(value).join(', ')}, 'sending')`,
      ...Object.values(job),
    )
    for (const [position, [field, assetId]] of inputs.entries())
      database.run(
        'INSERT INTO job_inputs (job_id, position, field, asset_id) VALUES (?, ?, ?, ?)',
        job.id,
        position,
        field,
        assetId,
      )
  }
}

/** States in which the database does not know that the job was accepted. */
const STATES_BEFORE_ACCEPTANCE = ['queued', 'sending', 'uncertain', 'set_aside']
