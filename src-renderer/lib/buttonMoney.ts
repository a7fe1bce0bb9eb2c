import { formatMoney } from '../../src-preload/shared/formatMoney.ts'

/** Nano-dollars of one unit in the sixth decimal. */
const MICRO = 1000

/** A price as a button shows it: up to six decimals; a seventh rounds up, so that nothing costs more than the button says. */
export const buttonMoney = (nano: number): string => formatMoney(Math.ceil(nano / MICRO) * MICRO)

/**
 * The text of a button with a price. If it is rounded, the tooltip has the exact price, and the accessible name has it after
 * the text, because speech control needs the visible text in the name.
 */
export function pricedButton(nano: number, say: (price: string) => string) {
  const [text, exact] = [say(buttonMoney(nano)), formatMoney(nano)]
  return text === say(exact)
    ? { children: text }
    : { children: text, title: say(exact), 'aria-label': `${text} (${exact})` }
}
