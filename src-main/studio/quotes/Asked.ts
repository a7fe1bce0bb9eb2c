import type { Money } from '../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'

/** A price that could not be had; `waitsUntil`: when the service may be asked again, if it said so (ms since the epoch). */
export interface Unpriced {
  problem: Problem
  waitsUntil?: number | null
}

/** What came of asking the service for one price. */
export type Asked = { price: Money } | Unpriced
