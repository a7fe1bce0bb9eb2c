const MAX_LENGTH = 500
/** Line breaks, other control characters, and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MARKUP = /<(!doctype|!--|\/?[a-z][^<>]*>)/i

/** A message of the service as one short line of plain text; null if it is empty, not text, or markup. */
export const plainText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const start = value.slice(0, 10 * MAX_LENGTH)
  if (MARKUP.test(start)) return null
  const text = start.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTH) return text || null
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
