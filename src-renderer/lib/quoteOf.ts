import type { ShownQuote } from '../../src-preload/contract/types/quote.ts'

/** The quote on a button, sent with its click. */
export const quoteOf = ({ key, price, quotedAt }: ShownQuote): ShownQuote => ({ key, price, quotedAt })
