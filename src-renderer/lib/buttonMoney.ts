import { formatMoney } from '../../src-preload/words/formatMoney.ts'

/** Nano-dollars of the sixth decimal. */
const MICRO = 1000

/** A price as a button shows it: up to six decimals; a seventh rounds up, so that nothing costs more than the button says. */
export const buttonMoney = (nano: number): string => formatMoney(Math.ceil(nano / MICRO) * MICRO)

/** The text of a button with a price. Where it is rounded, the exact price is the tooltip and the accessible name. */
export function pricedButton(nano: number, say: (price: string) => string) {
  const [text, exact] = [say(buttonMoney(nano)), say(formatMoney(nano))]
  return text === exact ? { children: text } : { children: text, title: exact, 'aria-label': exact }
}
