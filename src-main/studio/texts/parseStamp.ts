/** A time as `1:02:03.456`, `02:03,456`, `3.456` or `3.4s`. */
const STAMP = /^(?:\d{1,9}(?::\d{1,2}){1,2}(?:[.,]\d{1,9})?|\d{1,9}(?:[.,]\d{1,9})?s?)$/

/** Seconds of a written time; null where it is none. */
export function parseStamp(text: string): number | null {
  const clean = text.trim()
  if (!STAMP.test(clean)) return null
  const parts = clean.replace(',', '.').replace(/s$/, '').split(':').map(Number)
  // Summed in thousandths, so that 4.07 stays 4.07.
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Math.round(seconds * 1000) / 1000
}
