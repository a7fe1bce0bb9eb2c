import { dollarDigits } from '../../src-preload/shared/formatMoney.ts'

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const BOM = '\uFEFF'

/** An amount of nano-dollars in dollars, exact: `0.004213`. */
export const csvDollars = (nano: number): string => dollarDigits(nano, 0)

/**
 * One line of a CSV file (RFC 4180) with its line end. Text that a spreadsheet would read as a formula gets an apostrophe in
 * front, because titles and names are untrusted.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = /^[\s\0]*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
