import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** Why there is no price. `waitsUntil`: when the service allows another request, if it states a time (ms since the epoch). */
export interface QuoteFailure {
  problem: Problem
  waitsUntil?: number | null
}

/** The outcome of one price request. */
export type QuoteOutcome = { price: Money } | QuoteFailure
