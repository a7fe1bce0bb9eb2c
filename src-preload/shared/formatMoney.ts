/** Nano-dollars, the unit of amounts, in a dollar. */
export const NANO_PER_DOLLAR = 1_000_000_000

/** Every digit of an amount in nano-dollars, at least two decimals: `$0.84`, `$0.004213`, `−$0.03`. */
export function formatMoney(nano: number): string {
  const dollars = Math.floor(Math.abs(nano) / NANO_PER_DOLLAR)
  const decimals = String(Math.abs(nano) % NANO_PER_DOLLAR)
    .padStart(9, '0')
    .replace(/0{1,7}$/, '')
  return `${nano < 0 ? '−' : ''}$${new Intl.NumberFormat('en').format(dollars)}.${decimals}`
}

const NANO_PER_CENT = 10_000_000

/** An amount for lists with four significant digits, but at least the cents: `$0.004213`, `$1.826`, `$182.64`. */
export function formatShortMoney(nano: number): string {
  const digits = String(Math.abs(nano)).length
  const unit = Math.min(10 ** Math.max(0, digits - 4), NANO_PER_CENT)
  return formatMoney(Math.round(nano / unit) * unit)
}
