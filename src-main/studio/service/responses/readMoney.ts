import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { unwrapData } from '../http/json.ts'

/** 1,000 dollars. No generation costs more, and the sum of a million such prices still fits into an integer of the database. */
const MAX_PRICE = 1_000_000_000_000

/** The price of a job (service.md §Prices); null if the response contains none, or one of more than 1,000 dollars. */
export const readPrice = (json: unknown): Money | null => {
  const price = parseNanoDollars(unwrapData(json)?.price)
  return price !== null && price <= MAX_PRICE ? price : null
}

const DECIMAL = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i
/** Longer than any price, because converting digits takes more than linear time. */
const MAX_LENGTH = 64
const NANO_DIGITS = 9

/**
 * Converts dollars as the service writes them, a number or a decimal string, to integer nano-dollars. Works on decimal digits, so
 * 0.00136 is exactly 1360000. Digits beyond the ninth are rounded half up, but a positive amount never becomes zero. Null if the value
 * isn't an amount of zero or more.
 */
export const parseNanoDollars = (value: unknown): Money | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const text = String(value)
  if (text.length > MAX_LENGTH) return null
  const match = DECIMAL.exec(text.trim())
  const [, whole = '', fraction = '', exponent = '0'] = match ?? []
  const digits = whole + fraction
  if (!match || !digits) return null
  const shift = NANO_DIGITS - fraction.length + Number(exponent)
  const scaled = shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : shiftRight(BigInt(digits), -shift)
  if (scaled === 0n && BigInt(digits) > 0n) return 1
  return scaled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(scaled) : null
}

const shiftRight = (value: bigint, places: number): bigint => {
  const unit = 10n ** BigInt(places)
  return (value + unit / 2n) / unit
}

/**
 * The account's balance in nano-dollars (service.md §Balance), from a number or a string, with or without the `data` wrapper. Negative
 * if overdrawn; null if the response contains none.
 */
export const readBalance = (json: unknown): number | null => {
  const balance = unwrapData(json)?.balance
  if (typeof balance !== 'number' && typeof balance !== 'string') return null
  // Checked before trimming, because `parseNanoDollars` gets only the trimmed text.
  if (String(balance).length > MAX_LENGTH) return null
  const text = String(balance).trim()
  const amount = parseNanoDollars(text.replace(/^-/, ''))
  return amount === null || !text.startsWith('-') ? amount : -amount
}
