import type { Money } from '../../../../src-preload/contract/types/money.ts'

const DECIMAL = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i
/** Longer than any price, because converting digits takes more than linear time. */
const MAX_LENGTH = 64
const NANO_DIGITS = 9

/**
 * Dollars as the service writes them, a number or a decimal text, as whole nano-dollars. Counted in decimal digits, so
 * that 0.00136 is 1360000 exactly; digits beyond the ninth are rounded half up, but what costs something never to nothing.
 * Null where it is no amount of zero or more.
 */
export const nanoDollars = (value: unknown): Money | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const text = String(value)
  if (text.length > MAX_LENGTH) return null
  const match = DECIMAL.exec(text.trim())
  const [, whole = '', fraction = '', exponent = '0'] = match ?? []
  const digits = whole + fraction
  if (!match || !digits) return null
  const shift = NANO_DIGITS - fraction.length + Number(exponent)
  const scaled = shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : roundedShift(BigInt(digits), -shift)
  if (scaled === 0n && BigInt(digits) > 0n) return 1
  return scaled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(scaled) : null
}

const roundedShift = (value: bigint, places: number): bigint => {
  const unit = 10n ** BigInt(places)
  return (value + unit / 2n) / unit
}
