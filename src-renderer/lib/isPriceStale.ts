import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** Whether a click was refused because its price is stale; the price is requested again. */
export const isPriceStale = ({ code }: Problem): boolean =>
  code === 'quote_outdated' || code === 'price_changed'
