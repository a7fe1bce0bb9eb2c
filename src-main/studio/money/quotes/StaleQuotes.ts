import { isOlderThan, SEND_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import { jobErrors } from '../../../../src-preload/contract/errors.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'

/** The price to which an unsent job is bound, and the number of the account for which it was quoted. */
export interface BoundQuote {
  price: Money | null
  quotedAt: number | null
  account: number
}

/**
 * Whether a quote is fresh enough to send its job. If the clock was set back, a quote may be from the future and its age is unknown. A job
 * without a price needs no quote.
 */
export const isFresh = (
  { price, quotedAt, account }: BoundQuote,
  now: number,
  currentAccount: number,
): boolean =>
  price === null ||
  (quotedAt !== null && !isOlderThan(SEND_AGE_MS, quotedAt, now) && account === currentAccount)

/** SQL condition: an unsent job whose quote is not fresh, by the same rule as `isFresh`. ?1: its connection, ?2: now, ?3: its account. */
const STALE = `state = 'queued' AND held = 0 AND connection_id = ?1 AND price IS NOT NULL
  AND (quoted_at IS NULL OR quoted_at > ?2 OR ?2 - quoted_at > ${SEND_AGE_MS} OR account <> ?3)`

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

  /** Makes the quotes of all unsent jobs of a connection stale, because the service charges other prices. */
  invalidate(connectionId: string): void {
    this.#database.run(
      "UPDATE jobs SET quoted_at = NULL WHERE connection_id = ? AND state = 'queued' AND price IS NOT NULL",
      connectionId,
    )
  }

  /** Delays all stale jobs of a connection until a time, with the reason, except those that wait longer for a reason of their own. */
  delay(connectionId: string, now: number, until: number, problem: Problem): void {
    this.#database.run(
      `UPDATE jobs SET waits_until = ?4, problem = ?5 WHERE ${STALE}
         AND (coalesce(waits_until, 0) <= ?2 OR (json_valid(problem) AND json_extract(problem, '$.code') = '${jobErrors.priceCheck}'))`,
      connectionId,
      now,
      this.account(connectionId),
      until,
      JSON.stringify(problem),
    )
  }

  /** Ends the delay of a connection's jobs that have a problem with this code, because others of them were quoted again. */
  clearDelayOf(connectionId: string, code: ProblemCode): void {
    this.#database.run(
      `UPDATE jobs SET waits_until = NULL, problem = NULL
         WHERE connection_id = ? AND state = 'queued' AND json_valid(problem) AND json_extract(problem, '$.code') = ?`,
      connectionId,
      code,
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

  /** The ids of the next stale jobs that don't wait for anything else, in the order of sending. */
  next(connectionId: string, now: number, limit: number): string[] {
    const rows = this.#database.all(
      `SELECT id FROM jobs INDEXED BY jobs_unsent WHERE ${STALE} AND coalesce(waits_until, 0) <= ?2
         ORDER BY priority, rank, seq LIMIT ?4`,
      connectionId,
      now,
      this.account(connectionId),
      limit,
    )
    return rows.map(({ id }) => String(id))
  }
}
