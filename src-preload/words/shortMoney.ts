import { formatMoney } from './formatMoney.ts'

const DOLLAR = 1_000_000_000
const CENT = 10_000_000

/** `$1.82` for sums at a glance: cents from a dollar on, else what a single price has. */
export function shortMoney(nano: number): string {
  if (nano < DOLLAR && nano % CENT !== 0) return formatMoney(nano)
  return `$${new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(nano / 1e9)}`
}
