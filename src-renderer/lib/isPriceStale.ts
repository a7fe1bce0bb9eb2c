import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** Whether a click was refused because the price on its button is not the price of now: it is asked for again. */
export const isPriceStale = ({ code }: Problem): boolean =>
  code === 'quote_outdated' || code === 'price_changed'
