import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'

/** Jobs are not sent on a quote older than this. */
export const MAX_QUOTE_AGE_MS = 86_400_000

/** The price to which an unsent job is bound, and the number of the account for which it was quoted. */
export interface BoundQuote {
  price: Money | null
  quotedAt: number | null
  account: number
}

/**
 * Whether a quote is fresh enough to send its job. If the clock was set back, a quote may be from the future, so its distance from now
 * is compared. A job without a price needs no quote.
 */
export const isFresh = (
  { price, quotedAt, account }: BoundQuote,
  now: number,
  currentAccount: number,
): boolean =>
  price === null ||
  (quotedAt !== null && Math.abs(now - quotedAt) <= MAX_QUOTE_AGE_MS && account === currentAccount)

/** SQL condition: an unsent job whose quote is not fresh, by the same rule as `isFresh`. ?1: its connection, ?2: now, ?3: its account. */
const STALE = `state = 'queued' AND held = 0 AND connection_id = ?1 AND price IS NOT NULL
  AND (quoted_at IS NULL OR abs(?2 - quoted_at) > ${MAX_QUOTE_AGE_MS} OR account <> ?3)`

/** Cursor in the order of sending. */
export interface PageCursor {
  priority: number
  rank: number
  seq: number
}

/** Queries and updates of unsent jobs with stale quotes. */
export class StaleQuotes {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Number of the current account of a connection; it grows with each new address or key. */
  account(connectionId: string): number {
    const sql = 'SELECT account FROM balance_watch WHERE connection_id = ?'
    return Number(this.#database.get(sql, connectionId)?.['account'] ?? 0)
  }

  /** Delays all stale jobs of a connection until a time, with the reason. */
  delay(connectionId: string, now: number, until: number, problem: Problem): void {
    this.#database.run(
      `UPDATE jobs SET waits_until = ?4, problem = ?5 WHERE ${STALE}`,
      connectionId,
      now,
      this.account(connectionId),
      until,
      JSON.stringify(problem),
    )
  }

  /** Ends the delay of a batch's jobs that have a problem with this code, because the batch is on hold instead. */
  clearDelay(batchId: string, code: ProblemCode): void {
    this.#database.run(
      `UPDATE jobs SET waits_until = NULL, problem = NULL
         WHERE batch_id = ? AND state = 'queued' AND json_valid(problem) AND json_extract(problem, '$.code') = ?`,
      batchId,
      code,
    )
  }

  /** The ids of stale jobs after a cursor, in the order of sending, and the cursor of the next page. */
  page(connectionId: string, now: number, after: PageCursor | null, limit: number) {
    const rows = this.#database.all(
      `SELECT id, priority, rank, seq FROM jobs INDEXED BY jobs_unsent WHERE ${STALE} AND (priority, rank, seq) > (?4, ?5, ?6)
         ORDER BY priority, rank, seq LIMIT ?7`,
      connectionId,
      now,
      this.account(connectionId),
      after?.priority ?? -1,
      after?.rank ?? 0,
      after?.seq ?? 0,
      limit,
    )
    const last = rows.at(-1)
    const next = last && {
      priority: Number(last['priority']),
      rank: Number(last['rank']),
      seq: Number(last['seq']),
    }
    return { ids: rows.map(({ id }) => String(id)), next: next ?? null }
  }
}
