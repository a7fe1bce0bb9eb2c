import type { Money } from '../../../../src-preload/contract/types/money.ts'

/** Jobs are not sent on a quote older than this. */
export const MAX_QUOTE_AGE_MS = 86_400_000

/** The quote of an unsent job, and the number of the account for which it was quoted. */
export interface BoundQuote {
  price: Money | null
  quotedAt: number | null
  account: number
}

/**
 * Whether a quote is fresh enough to send its job. The age of a quote from the future is unknown, because the clock was set back;
 * its distance from now counts. A job without a price needs no quote.
 */
export const isFresh = (
  { price, quotedAt, account }: BoundQuote,
  now: number,
  currentAccount: number,
): boolean =>
  price === null ||
  (quotedAt !== null && Math.abs(now - quotedAt) <= MAX_QUOTE_AGE_MS && account === currentAccount)
