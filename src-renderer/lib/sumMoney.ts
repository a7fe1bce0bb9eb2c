import { formatMoney } from '../../src-preload/words/formatMoney.ts'

const MICRO = 1000

/** `$37.542621`: a sum to the sixth decimal, so that columns align; less than half of that as it is. */
export function sumMoney(nano: number): string {
  const rounded = Math.round(nano / MICRO) * MICRO
  return formatMoney(rounded === 0 ? nano : rounded)
}
