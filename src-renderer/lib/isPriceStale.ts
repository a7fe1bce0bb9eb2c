import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** Whether a click was rejected because its price was stale, so that the price must be requested again. */
export const isPriceStale = ({ code }: Problem): boolean =>
  code === 'quote_outdated' || code === 'price_changed'
