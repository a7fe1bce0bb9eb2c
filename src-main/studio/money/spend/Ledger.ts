import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import { sumKindOf, SpendSums, type JobAmount, type LedgerEntry, cappedSumSql } from './SpendSums.ts'

interface Dependencies {
  database: Database
  clock: Clock
  /** Called after each write with the connections of its jobs. */
  onRecorded?: (connectionIds: ReadonlySet<string>, entry: LedgerEntry) => void
}

/** The ledger of prices and what happened to them. It records quotes, not charges, because the service sends no bills. */
export class Ledger {
  readonly #dependencies: Dependencies
  readonly #sums: SpendSums
  /** Id of the last entry of earlier sessions. */
  #lastEarlierId = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#sums = new SpendSums(dependencies.database)
    this.startSession()
  }

  /** Counts all entries so far to earlier sessions. Call it again when the jobs of the last session are recovered. */
  startSession(): void {
    const last = this.#dependencies.database.get('SELECT max(id) AS id FROM ledger')
    this.#lastEarlierId = Number(last?.['id'] ?? 0)
  }

  /** Records an entry for a job's price (nano-dollars; 0 without a price), inside the caller's transaction if there is one. */
  record(jobId: string, entry: LedgerEntry, amount: number): void {
    this.recordAll([{ jobId, amount }], entry)
  }

  /** Records the same entry for many jobs in one transaction. */
  recordAll(jobs: readonly { jobId: string; amount: number }[], entry: LedgerEntry): void {
    const { database, clock, onRecorded } = this.#dependencies
    const at = clock.now()
    const connectionIds = new Set<string>()
    database.transaction(() => {
      const [from, to]: [JobAmount[], JobAmount[]] = [[], []]
      for (const { jobId, amount } of jobs) {
        const row = database.get(
          'SELECT connection_id, batch_id, collection_id FROM jobs WHERE id = ?',
          jobId,
        )
        const job = {
          connectionId: String(row?.['connection_id'] ?? ''),
          batchId: textOrNull(row?.['batch_id']),
          collectionId: textOrNull(row?.['collection_id']),
          isFromEarlierSession: sumKindOf(entry) !== 'unsent' && this.#isFromEarlierSession(jobId),
        }
        const last = database.get(
          'SELECT entry, amount, at FROM ledger WHERE job_id = ? ORDER BY id DESC LIMIT 1',
          jobId,
        )
        connectionIds.add(job.connectionId)
        if (last)
          from.push({
            ...job,
            entry: toEntry(last['entry']),
            amount: Number(last['amount']),
            at: Number(last['at']),
          })
        to.push({ ...job, entry, amount, at })
        database.run(
          'INSERT INTO ledger (job_id, entry, amount, at) VALUES (?, ?, ?, ?)',
          jobId,
          entry,
          amount,
          at,
        )
      }
      this.#sums.move(from, to)
    })
    onRecorded?.(connectionIds, entry)
  }

  /** Whether a job was sent in an earlier session. */
  #isFromEarlierSession(jobId: string): boolean {
    const sql = `SELECT 1 FROM ledger WHERE job_id = ? AND id <= ? AND entry IN ('accepted', 'uncertain') LIMIT 1`
    return this.#dependencies.database.get(sql, jobId, this.#lastEarlierId) !== undefined
  }

  /** Records the quotes of a batch in the transaction that enqueues its jobs; none of them may have an entry yet. */
  recordBatch(batchId: string): void {
    const { database, clock } = this.#dependencies
    const at = clock.now()
    database.transaction(() => {
      database.run(
        `INSERT INTO ledger (job_id, entry, amount, at)
           SELECT id, 'quoted', coalesce(price, 0), ? FROM jobs WHERE batch_id = ? ORDER BY seq`,
        at,
        batchId,
      )
      const sql = `SELECT connection_id, collection_id, ${cappedSumSql('price')} AS amount FROM jobs
        WHERE batch_id = ? GROUP BY connection_id, collection_id`
      const sums = database.all(sql, batchId).map((row): JobAmount => ({
        connectionId: String(row['connection_id']),
        batchId,
        collectionId: textOrNull(row['collection_id']),
        entry: 'quoted',
        amount: Number(row['amount']),
        at,
      }))
      this.#sums.move([], sums)
    })
  }
}

const ENTRIES: readonly LedgerEntry[] = [
  'quoted',
  'accepted',
  'uncertain',
  'unconfirmed',
  'refunded',
  'released',
]

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A CHECK constraint of the table allows no other value. */
const toEntry = (value: unknown): LedgerEntry => ENTRIES.find((entry) => entry === value) ?? 'released'
