const NANO = 1_000_000_000

/** `$0.004213` from nano-dollars: six decimals, and up to eight when the price really has them. Never rounded away. */
export function formatMoney(nano: number): string {
  const whole = Math.floor(nano / NANO)
  const part = String(nano % NANO).padStart(9, '0')
  const kept = part.replace(/(?<!0)0+$/, '').length
  return `$${new Intl.NumberFormat('en').format(whole)}.${part.slice(0, Math.min(9, Math.max(6, kept)))}`
}
