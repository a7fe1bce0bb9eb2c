import { NANO_PER_DOLLAR } from '../../../src-preload/shared/formatMoney.ts'
import { MAX_AMOUNT } from '../../../src-preload/constraints/limits.ts'
import { foldNumberText, readDecimal } from '../../../src-preload/shared/numbers/readNumber.ts'

/** Parses an amount such as "5", "$4.50", "0,31" or "1,000.00" to nano-dollars; undefined if invalid, ambiguous, zero or above a million. */
export function parseDollars(text: string): number | undefined {
  const clean = readDecimal(
    foldNumberText(text)
      .trim()
      .replace(/^\$\s*/, ''),
  )
  if (clean === undefined || !/^\d{1,8}(\.\d{0,9})?$/.test(clean)) return undefined
  const nano = Math.round(Number(clean) * NANO_PER_DOLLAR)
  return nano >= 1 && nano <= MAX_AMOUNT ? nano : undefined
}

/** Formats nano-dollars as "4.50" with as many decimals as needed, at least two. */
export function formatDollars(nano: number): string {
  const decimals = String(nano % NANO_PER_DOLLAR)
    .padStart(9, '0')
    .replace(/0{1,7}$/, '')
  return `${Math.floor(nano / NANO_PER_DOLLAR)}.${decimals}`
}
