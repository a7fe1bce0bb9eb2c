const PLACEHOLDER = '•••'
/** Shorter keys could match unrelated text. */
const MIN_KEY_LENGTH = 8
/** Digits of an escape such as `\u0012` in JSON. */
const ESCAPE_DIGITS = 4

let lastPattern: { key: string; pattern: RegExp } | null = null

/** The text with the key, in any of its encodings, replaced by a placeholder. */
export function redactKey(text: string, key: string): string {
  if (key.length < MIN_KEY_LENGTH) return text
  if (lastPattern?.key !== key) lastPattern = { key, pattern: buildSecretPattern(key) }
  const { pattern } = lastPattern
  const hidden = text.replace(pattern, PLACEHOLDER)
  // JSON writes a control character as an escape such as \u0012, whose digits together with the following text may form the key.
  const formsKeyInJson =
    hidden.includes(key.slice(ESCAPE_DIGITS)) && JSON.stringify(hidden).search(pattern) !== -1
  return formsKeyInJson ? PLACEHOLDER : hidden
}

/** A JSON value without the key in any of its strings or names. */
export function redactKeyInJson(value: unknown, key: string): unknown {
  if (typeof value === 'string') return redactKey(value, key)
  if (Array.isArray(value)) return value.map((item) => redactKeyInJson(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redactKey(name, key), redactKeyInJson(inner, key)]),
  )
}

/** Shorter Base64 texts could match unrelated text. */
const MIN_BASE64_LENGTH = 6

/**
 * A pattern for all encodings of a secret in a text: plain, JSON, URL and HTML in any mix of characters, and Base64 and hexadecimal of
 * the complete secret. Each character has a bounded number of alternatives, so that matching is linear.
 */
export function buildSecretPattern(secret: string): RegExp {
  const bytes = Buffer.from(secret)
  const inBase64 = encodeBase64(bytes).filter((text) => text.length >= MIN_BASE64_LENGTH)
  const alternatives = [Array.from(secret, encodeCharacter).join(''), ...inBase64, bytes.toString('hex')]
  return new RegExp(alternatives.join('|'), 'gi')
}

const HTML_NAMES: Record<string, string> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt', "'": 'apos' }
/** Each level of JSON encoding doubles the backslashes. Bounded, so that a text full of backslashes is matched quickly. */
const BACKSLASHES = String.raw`\\{0,7}`

function encodeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => toHex(character.charCodeAt(index), 4))
  const name = HTML_NAMES[character]
  const shortEscape = /^\\([a-z])$/.exec(JSON.stringify(character).slice(1, -1))?.[1]
  const point = character.codePointAt(0) ?? 0
  const alternatives = [
    character === '\\'
      ? String.raw`\\{1,8}`
      : `${/["'/]/.test(character) ? BACKSLASHES : ''}${escapeRegExp(character)}`,
    units.map((unit) => String.raw`\\{1,7}u${unit}`).join(''),
    [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${toHex(byte, 2)}`).join(''),
    `&(?:amp;)?#0{0,4}${point};`,
    `&(?:amp;)?#x0{0,4}${point.toString(16)};`,
    ...(shortEscape === undefined ? [] : [String.raw`\\{1,7}${shortEscape}`]),
    ...(name === undefined ? [] : [`&(?:amp;)?${name};`]),
  ]
  return `(?:${alternatives.join('|')})`
}

const toHex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** The Base64 digits that depend only on these bytes, for each of the three possible alignments. */
function encodeBase64(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    return escapeRegExp(text.slice(first, last))
      .replaceAll(String.raw`\+`, '[+-]')
      .replaceAll(String.raw`\/`, '[/_]')
  })
}
