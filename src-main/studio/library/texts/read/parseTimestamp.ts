/** A time such as `1:02:03.456`, `02:03,456`, `3.456` or `3.4s`. */
const TIMESTAMP = /^(?:\d{1,9}(?::\d{1,2}){1,2}(?:[.,]\d{1,9})?|\d{1,9}(?:[.,]\d{1,9})?s?)$/

/** The seconds of a time; null if the text is not a time. */
export function parseTimestamp(text: string): number | null {
  const clean = text.trim()
  if (!TIMESTAMP.test(clean)) return null
  const parts = clean.replace(',', '.').replace(/s$/, '').split(':').map(Number)
  // Rounded to milliseconds, so that 4.07 stays 4.07.
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Math.round(seconds * 1000) / 1000
}
