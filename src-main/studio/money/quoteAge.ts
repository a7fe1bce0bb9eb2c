import type { Money } from '../../../src-preload/contract/types/money.ts'

/** A job is not sent on a price older than this. */
export const OLDEST_QUOTE_MS = 86_400_000

/** The quote of an unsent job; `account`: the account of its connection that it is for. */
export interface BoundQuote {
  price: Money | null
  quotedAt: number | null
  account: number
}

/**
 * Whether a quote is fresh enough to send its job. A quote from the future is as old as it is ahead, because the clock was set
 * back. A job without a price needs none.
 */
export const isFresh = ({ price, quotedAt, account }: BoundQuote, now: number, current: number): boolean =>
  price === null || (quotedAt !== null && Math.abs(now - quotedAt) <= OLDEST_QUOTE_MS && account === current)
