import { formatMoney } from './formatMoney.ts'

const CENT = 10_000_000

/** An amount for lists with four significant digits, but at least the cents: `$0.004213`, `$1.826`, `$182.64`. */
export function shortMoney(nano: number): string {
  const digits = String(Math.abs(nano)).length
  const unit = Math.min(10 ** Math.max(0, digits - 4), CENT)
  return formatMoney(Math.round(nano / unit) * unit)
}
