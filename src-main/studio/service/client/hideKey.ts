import { spellingsOf } from './spellingsOf.ts'

const HIDDEN = '•••'
/** Shorter keys may occur in a response by chance. */
const MIN_KEY_LENGTH = 8
/** Digits of an escape such as `\u0012` in JSON. */
const ESCAPE_DIGITS = 4

let last: { key: string; spellings: RegExp } | null = null

/** The text without the key, in any of its encodings. */
export function hideKey(text: string, key: string): string {
  if (key.length < MIN_KEY_LENGTH) return text
  if (last?.key !== key) last = { key, spellings: spellingsOf(key) }
  const { spellings } = last
  const hidden = text.replace(spellings, HIDDEN)
  // A control character in front of the end of the key completes the key once the text is written as JSON.
  const isCompleted =
    hidden.includes(key.slice(ESCAPE_DIGITS)) && JSON.stringify(hidden).search(spellings) !== -1
  return isCompleted ? HIDDEN : hidden
}

/** A JSON value without the key in any of its strings or names. */
export function hideKeyIn(value: unknown, key: string): unknown {
  if (typeof value === 'string') return hideKey(value, key)
  if (Array.isArray(value)) return value.map((item) => hideKeyIn(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [hideKey(name, key), hideKeyIn(inner, key)]),
  )
}
