import { MAX_AMOUNT } from '../../../src-preload/constraints/limits.ts'
import { foldNumberText, readDecimal } from '../../../src-preload/shared/numbers/readNumber.ts'

/** Parses an amount such as "5", "$4.50", "0,31" or "1,000.00" to nano-dollars; undefined if invalid, ambiguous, zero or above a million. */
export function parseDollars(text: string): number | undefined {
  const clean = readDecimal(
    foldNumberText(text)
      .trim()
      .replace(/^\$\s*/, ''),
  )
  const match = clean === undefined ? null : /^(\d{1,8})(?:\.(\d{0,9}))?$/.exec(clean)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  // Digits, because a product of fractions would be inexact.
  const nano = BigInt(whole + fraction.padEnd(9, '0'))
  return nano >= 1n && nano <= BigInt(MAX_AMOUNT) ? Number(nano) : undefined
}
