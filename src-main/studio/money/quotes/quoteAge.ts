import type { Money } from '../../../../src-preload/contract/types/money.ts'

/** Jobs are not sent with a quote older than this. */
export const MAX_QUOTE_AGE_MS = 86_400_000

/** The quote of an unsent job; `account`: the account of the connection for which it was quoted. */
export interface BoundQuote {
  price: Money | null
  quotedAt: number | null
  account: number
}

/**
 * Whether a quote is fresh enough to send its job. A quote from the future is as old as it is ahead, because the clock was set
 * back. A job without a price needs no quote.
 */
export const isFresh = ({ price, quotedAt, account }: BoundQuote, now: number, current: number): boolean =>
  price === null || (quotedAt !== null && Math.abs(now - quotedAt) <= MAX_QUOTE_AGE_MS && account === current)
