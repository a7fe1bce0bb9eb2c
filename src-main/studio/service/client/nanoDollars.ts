import type { Money } from '../../../../src-preload/contract/types/money.ts'

const DECIMAL = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i
/** Longer than any price, because converting digits takes more than linear time. */
const MAX_LENGTH = 64
const NANO_DIGITS = 9

/**
 * Converts dollars as the service writes them, a number or a decimal string, to integer nano-dollars. Works on decimal digits, so
 * 0.00136 is exactly 1360000. Digits beyond the ninth are rounded half up, but a positive amount never becomes zero. Null if the value
 * isn't an amount of zero or more.
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
