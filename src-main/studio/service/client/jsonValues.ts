/** The `data` of a response, or the response itself if it has no `data`; null if that is not an object. */
export const unwrapData = (json: unknown): Record<string, unknown> | null => {
  if (!isRecord(json)) return null
  if (!('data' in json)) return json
  return isRecord(json.data) ? json.data : null
}

/** Whether a JSON value is an object: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_LENGTH = 500
/** Line breaks, other control characters, and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MARKUP = /<(!doctype|!--|\/?[a-z][^<>]*>)/i

/** Converts a message of the service to one short line of plain text; null if it is empty, not text, or markup. */
export const toPlainText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const start = value.slice(0, 10 * MAX_LENGTH)
  if (MARKUP.test(start)) return null
  const text = start.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTH) return text || null
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
