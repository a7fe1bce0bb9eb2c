import { z } from 'zod'
import { columnsOf, namesOf } from '../../storage/database/columns.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'
import type { Database } from '../../storage/database/Database.ts'
import { JOURNAL_UNREAD } from '../../storage/backup/restoreBackup.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import type { SegmentedLog } from '../../storage/files/SegmentedLog.ts'
import type { Clock, Log } from '../../world.ts'
import { isJournalRow, journaledColumns } from './JobRecord.ts'

/**
 * In characters. A longer entry is written without its texts, so that the end of the journal is read quickly at each
 * start.
 */
const MAX_ENTRY_LENGTH = 256 << 10
/** The end of the journal that is read after a crash. It contains every entry that the database can lack: one per concurrent submit. */
const JOURNAL_TAIL_BYTES = 4 << 20
const ENTRIES_PER_TRANSACTION = 500
/** Number of newest entries that are remembered, so that a retried change of the row doesn't write its entry again. */
const MAX_REMEMBERED_ENTRIES = 32

/** The names of the columns of `jobs` in the journal. */
const COLUMNS = namesOf(columnsOf(journaledColumns))

/** A row of `jobs` with the columns of the journal. Entries written before migration 13 have earlier names of two columns. */
const jobSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .transform(({ press, lane, ...job }) =>
    press === undefined || lane === undefined ? job : { ...job, idempotency_key: press, priority: lane },
  )
  .refine(isJournalRow)

const entrySchema = jsonColumn(
  z.object({
    /** The request id. */
    request: z.string(),
    /** When the job was accepted. */
    at: z.int(),
    job: jobSchema,
    /** Field and asset id of each input. */
    inputs: z.array(z.tuple([z.string(), z.string()])),
  }),
)
type Entry = z.infer<typeof entrySchema>

interface Dependencies {
  database: Database
  journal: SegmentedLog
  ledger: Pick<Ledger, 'record'>
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
      const job = database.get(`SELECT ${COLUMNS.join(', ')} FROM jobs WHERE id = ?`, id)
      if (!job) return
      const inputs = database
        .all('SELECT field, asset_id FROM job_inputs WHERE job_id = ? ORDER BY position', id)
        .map((row) => [row['field'], row['asset_id']])
      const entry = JSON.stringify({ request: requestId, at: clock.now(), job, inputs })
      const shortened = { ...job, form_values: '', request: '', title: '', row_label: null }
      journal.append(
        entry.length <= MAX_ENTRY_LENGTH
          ? entry
          : JSON.stringify({ request: requestId, at: clock.now(), job: shortened, inputs: [] }),
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
   * Sets the jobs that are accepted in the journal but not in the database to `running`. Reads the end of the journal,
   * or all of it after a restore. Call it before anything is sent.
   */
  recover(): void {
    const { database, journal, log } = this.#dependencies
    const isRestored =
      database.get('SELECT 1 FROM library_marks WHERE name = ?', JOURNAL_UNREAD) !== undefined ||
      database.get('SELECT 1 FROM jobs LIMIT 1') === undefined
    const recoveredIds = new Set<string>()
    let batch: Entry[] = []
    const flush = (): void => {
      const entries = batch
      batch = []
      if (entries.length > 0)
        database.transaction(() => entries.forEach((entry) => this.#apply(entry, recoveredIds)))
    }
    for (const line of journal.lines(isRestored ? undefined : JOURNAL_TAIL_BYTES)) {
      const parsed = entrySchema.safeParse(line)
      if (parsed.success) batch.push(parsed.data)
      if (batch.length === ENTRIES_PER_TRANSACTION) flush()
    }
    flush()
    if (isRestored) database.run('DELETE FROM library_marks WHERE name = ?', JOURNAL_UNREAD)
    if (recoveredIds.size > 0)
      log.warn('Accepted jobs were restored from the journal', { jobs: recoveredIds.size })
  }

  /**
   * Restores one job unless the database already knows that it was accepted, and adds its id to `recoveredIds`. A later
   * entry about a job in `recoveredIds` has another request id, which the user entered.
   */
  #apply({ request: requestId, at, job, inputs }: Entry, recoveredIds: Set<string>): void {
    const { database, ledger } = this.#dependencies
    const id = String(job['id'])
    const price = job['price'] ?? null
    if (database.get('SELECT 1 FROM jobs WHERE request_id = ?', requestId)) return
    if (recoveredIds.has(id)) {
      database.run('UPDATE jobs SET request_id = ?, accepted_at = ? WHERE id = ?', requestId, at, id)
      return
    }
    const row = database.get('SELECT state FROM jobs WHERE id = ?', id)
    if (row && !STATES_BEFORE_ACCEPTANCE.includes(String(row['state']))) return
    if (!row) this.#insert(id, job, inputs)
    database.run(
      `UPDATE jobs SET state = 'running', request_id = ?, accepted_at = ?, price = ?, problem = NULL, waits_until = NULL
         WHERE id = ?`,
      requestId,
      at,
      price,
      id,
    )
    ledger.record(id, 'accepted', Number(price))
    recoveredIds.add(id)
  }

  #insert(id: string, job: Entry['job'], inputs: Entry['inputs']): void {
    const { database } = this.#dependencies
    const names = COLUMNS.filter((name) => name in job)
    // A batch or collection that the database lacks is left out.
    const value = (name: string): string =>
      name === 'batch_id'
        ? '(SELECT id FROM batches WHERE id = ?)'
        : name === 'collection_id'
          ? '(SELECT id FROM collections WHERE id = ?)'
          : '?'
    database.run(
      `INSERT INTO jobs (${names.join(', ')}, state) VALUES (${names.map(value).join(', ')}, 'sending')`,
      ...names.map((name) => job[name] ?? null),
    )
    for (const [position, [field, assetId]] of inputs.entries())
      database.run(
        'INSERT INTO job_inputs (job_id, position, field, asset_id) VALUES (?, ?, ?, ?)',
        id,
        position,
        field,
        assetId,
      )
  }
}

/** States in which the database does not know that the job was accepted. */
const STATES_BEFORE_ACCEPTANCE = ['queued', 'sending', 'uncertain', 'set_aside']
