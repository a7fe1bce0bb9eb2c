import type { SpendSummary } from '../../../src-preload/contract/types/spend.ts'
import type { Database } from '../storage/Database.ts'
import type { Clock } from '../world.ts'
import { localDay } from './localDay.ts'
import { QUARTER_MS, SpendSums, type Standing } from './SpendSums.ts'

/** What happened to a job's quoted price. The last entry of a job is what holds. */
export type Entry = 'quoted' | 'accepted' | 'uncertain' | 'refunded' | 'released'

type Total = SpendSummary['all']

interface Parts {
  database: Database
  clock: Clock
  /** IANA name; the system's own where left out. */
  timeZone?: string
}

/** What was quoted and what became of it. It tells quotes, never charges: the service gives no bill. */
export class Ledger {
  readonly #parts: Parts
  readonly #sums: SpendSums

  constructor(parts: Parts) {
    this.#parts = parts
    this.#sums = new SpendSums(parts.database)
  }

  /** Notes what happened to a job's price (nano-dollars; 0 where it had none), inside the caller's transaction if there is one. */
  record(jobId: string, entry: Entry, amount: number): void {
    this.recordAll([{ jobId, amount }], entry)
  }

  /** The same for many jobs at once, in one transaction. */
  recordAll(jobs: readonly { jobId: string; amount: number }[], entry: Entry): void {
    const { database, clock } = this.#parts
    const at = clock.now()
    database.transaction(() => {
      const [from, to]: [Standing[], Standing[]] = [[], []]
      for (const { jobId, amount } of jobs) {
        const job = database.get(
          'SELECT connection_id, batch_id, collection_id FROM jobs WHERE id = ?',
          jobId,
        )
        const about = {
          connectionId: String(job?.['connection_id'] ?? ''),
          batchId: textOr(job?.['batch_id']),
          collectionId: textOr(job?.['collection_id']),
        }
        const last = database.get(
          'SELECT entry, amount, at FROM ledger WHERE job_id = ? ORDER BY id DESC LIMIT 1',
          jobId,
        )
        if (last)
          from.push({
            ...about,
            entry: toEntry(last['entry']),
            amount: Number(last['amount']),
            at: Number(last['at']),
          })
        to.push({ ...about, entry, amount, at })
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
  }

  /** Notes the quotes of a batch whose jobs were just written, inside the same transaction; none of them may be noted yet. */
  recordBatch(batchId: string): void {
    const { database, clock } = this.#parts
    const at = clock.now()
    database.transaction(() => {
      database.run(
        `INSERT INTO ledger (job_id, entry, amount, at)
           SELECT id, 'quoted', coalesce(price, 0), ? FROM jobs WHERE batch_id = ? ORDER BY seq`,
        at,
        batchId,
      )
      const sql = `SELECT connection_id, collection_id, coalesce(sum(price), 0) AS amount FROM jobs
        WHERE batch_id = ? GROUP BY connection_id, collection_id`
      const sums = database.all(sql, batchId).map((row): Standing => ({
        connectionId: String(row['connection_id']),
        batchId,
        collectionId: textOr(row['collection_id']),
        entry: 'quoted',
        amount: Number(row['amount']),
        at,
      }))
      this.#sums.move([], sums)
    })
  }

  /** Sums of what the service accepted and did not give back, by the local day it was accepted, newest first. */
  summary(): SpendSummary {
    const { clock, timeZone } = this.#parts
    const days = new Map<string, Total>()
    const months = new Map<string, Total>()
    const models = new Map<string, Total>()
    const all = { jobs: 0, quoted: 0 }
    // A quarter of an hour never spans two days in any time zone.
    for (const { quarter, model, jobs, quoted } of this.#accepted()) {
      const day = localDay(quarter * QUARTER_MS, timeZone)
      for (const [sums, key] of [
        [days, day],
        [months, day.slice(0, 7)],
        [models, model],
      ] as const) {
        sums.set(key, plus(sums.get(key), jobs, quoted))
      }
      all.jobs += jobs
      all.quoted += quoted
    }
    const today = localDay(clock.now(), timeZone)
    return {
      today: plus(days.get(today), 0, 0),
      month: plus(months.get(today.slice(0, 7)), 0, 0),
      all,
      uncertain: this.#lastIs('uncertain'),
      refunded: this.#lastIs('refunded'),
      byDay: [...days].map(([day, total]) => ({ day, ...total })).sort((a, b) => (a.day < b.day ? 1 : -1)),
      byModel: [...models].map(([model, total]) => ({ model, ...total })).sort((a, b) => b.quoted - a.quoted),
    }
  }

  #accepted(): { quarter: number; model: string; jobs: number; quoted: number }[] {
    const rows = this.#parts.database.all(
      `SELECT l.at / ${QUARTER_MS} AS quarter, j.model_name AS model, count(*) AS jobs, sum(l.amount) AS quoted
         FROM ledger l JOIN jobs j ON j.id = l.job_id
         WHERE l.entry = 'accepted' AND ${isLast} GROUP BY quarter, model`,
    )
    return rows.map(({ quarter, model, jobs, quoted }) => ({
      quarter: Number(quarter),
      model: String(model),
      jobs: Number(jobs),
      quoted: Number(quoted),
    }))
  }

  #lastIs(entry: Entry): Total {
    const row = this.#parts.database.get(
      `SELECT count(*) AS jobs, coalesce(sum(l.amount), 0) AS quoted FROM ledger l WHERE l.entry = ? AND ${isLast}`,
      entry,
    )
    return { jobs: Number(row?.['jobs']), quoted: Number(row?.['quoted']) }
  }
}

const ENTRIES: readonly Entry[] = ['quoted', 'accepted', 'uncertain', 'refunded', 'released']

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The table lets no other word in. */
const toEntry = (word: unknown): Entry => ENTRIES.find((entry) => entry === word) ?? 'released'

const isLast = 'NOT EXISTS (SELECT 1 FROM ledger n WHERE n.job_id = l.job_id AND n.id > l.id)'

const plus = (total: Total | undefined, jobs: number, quoted: number): Total => ({
  jobs: (total?.jobs ?? 0) + jobs,
  quoted: (total?.quoted ?? 0) + quoted,
})
