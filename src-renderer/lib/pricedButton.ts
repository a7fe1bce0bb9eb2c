import { formatExactMoney, formatMoney } from '../../src-preload/shared/formatMoney.ts'
import type { ShownQuote } from '../../src-preload/contract/types/quote.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'

/**
 * The text of a button with a price. If it is rounded, the tooltip has the exact price, and the accessible name has it after
 * the text, because speech control needs the visible text in the name.
 */
export function pricedButtonProps(nano: number, label: (price: string) => string) {
  const [text, exact] = [label(formatMoney(nano)), formatExactMoney(nano)]
  return text === label(exact)
    ? { children: text }
    : { children: text, title: label(exact), 'aria-label': `${text} (${exact})` }
}

/** The part of a quote that a click sends, so that the studio can compare it with the current price. */
export const toShownQuote = ({ key, price, quotedAt }: ShownQuote): ShownQuote => ({ key, price, quotedAt })

/** Whether a click was rejected because its price was stale, so that the price must be requested again. */
export const isPriceStale = ({ code }: Problem): boolean =>
  code === 'quote_outdated' || code === 'price_changed'
