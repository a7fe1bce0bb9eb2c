const MAX_LENGTH = 500
/** Line ends, other control characters, and the marks that turn the direction of text around. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MARKUP = /<(!doctype|!--|\/?[a-z][^<>]*>)/i

/** The service's words as one short line of plain text; null where there are none, or only a page of markup. */
export const plainText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const start = value.slice(0, 10 * MAX_LENGTH)
  if (MARKUP.test(start)) return null
  const text = start.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTH) return text || null
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
