import type { ShownQuote } from '../../src-preload/contract/types/quote.ts'

/** What a button showed, to travel with its click. */
export const quoteOf = ({ key, price, quotedAt }: ShownQuote): ShownQuote => ({ key, price, quotedAt })
