import type { Money } from '../../../src-preload/contract/types/money.ts'

/** A job is not sent on a price older than this. */
export const OLDEST_QUOTE_MS = 86_400_000

/** What an unsent job was quoted; `account`: which account of its connection it was quoted for. */
export interface BoundQuote {
  price: Money | null
  quotedAt: number | null
  account: number
}

/**
 * Whether a job may be sent on its quote. One of the future is as old as it is ahead: the clock was set back. A job without a
 * price was wanted at any.
 */
export const isFresh = ({ price, quotedAt, account }: BoundQuote, now: number, current: number): boolean =>
  price === null || (quotedAt !== null && Math.abs(now - quotedAt) <= OLDEST_QUOTE_MS && account === current)
