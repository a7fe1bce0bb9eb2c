/** Nano-dollars, the unit of amounts, in a dollar. */
export const NANO_PER_DOLLAR = 1_000_000_000

/** A millionth of a dollar, in nano-dollars. */
const MICRO = 1000

/**
 * An amount of nano-dollars as it is shown wherever something is or was paid: `$0.84`, `$0.004213`, `−$0.03`. Up to six decimals, at least
 * two; a seventh rounds up, so that nothing costs more than is shown.
 */
export const formatMoney = (nano: number): string => formatExactMoney(roundUp(nano))

/** An amount as `formatMoney` shows it. */
export const roundUp = (nano: number): number => Math.sign(nano) * Math.ceil(Math.abs(nano) / MICRO) * MICRO

/** As `formatMoney`, with every digit, for tooltips and accessible names. */
export function formatExactMoney(nano: number): string {
  const [dollars = '', decimals = ''] = dollarDigits(Math.abs(nano)).split('.')
  return `${nano < 0 ? '−' : ''}$${new Intl.NumberFormat('en').format(Number(dollars))}.${decimals}`
}

/**
 * Nano-dollars of zero or more in dollars, exact and without a sign or separators, for files and fields: `0.004213`. `minDecimals`: of
 * which trailing zeros are kept.
 */
export function dollarDigits(nano: number, minDecimals = 2): string {
  const digits = String(nano).padStart(10, '0')
  const decimals = withoutTrailingZeros(digits.slice(-9)).padEnd(minDecimals, '0')
  return `${digits.slice(0, -9)}${decimals === '' ? '' : `.${decimals}`}`
}

function withoutTrailingZeros(digits: string): string {
  let length = digits.length
  while (digits[length - 1] === '0') length--
  return digits.slice(0, length)
}

/** How many decimals a column reserves, so that decimal points are aligned. */
const COLUMN_DECIMALS = 6

/** The zeros that an amount of a column lacks to six decimals: "0000" after `$0.31`. */
export const missingZeros = (text: string): string =>
  '0'.repeat(Math.max(0, COLUMN_DECIMALS - (text.split('.')[1]?.length ?? 0)))
