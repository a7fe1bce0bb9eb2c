/** A shorter secret determines too little of a Base64 text. */
const MIN_BASE64 = 6

/**
 * A pattern for all encodings of a secret in a text: plain, JSON, URL and HTML in any mix of characters, and Base64 and hexadecimal of
 * the complete secret. Each character has a bounded number of alternatives, so that matching is linear.
 */
export function spellingsOf(secret: string): RegExp {
  const bytes = Buffer.from(secret)
  const inBase64 = base64Spellings(bytes).filter((text) => text.length >= MIN_BASE64)
  const alternatives = [Array.from(secret, alternativesFor).join(''), ...inBase64, bytes.toString('hex')]
  return new RegExp(alternatives.join('|'), 'gi')
}

const HTML_NAMES: Record<string, string> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt', "'": 'apos' }
/** Each level of JSON encoding doubles the backslashes. Bounded, so that a text full of backslashes is matched quickly. */
const ESCAPES = String.raw`\\{0,7}`

function alternativesFor(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index), 4))
  const name = HTML_NAMES[character]
  const shortEscape = /^\\([a-z])$/.exec(JSON.stringify(character).slice(1, -1))?.[1]
  const point = character.codePointAt(0) ?? 0
  const alternatives = [
    character === '\\'
      ? String.raw`\\{1,8}`
      : `${/["'/]/.test(character) ? ESCAPES : ''}${literal(character)}`,
    units.map((unit) => String.raw`\\{1,7}u${unit}`).join(''),
    [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join(''),
    `&(?:amp;)?#0{0,4}${point};`,
    `&(?:amp;)?#x0{0,4}${point.toString(16)};`,
    ...(shortEscape === undefined ? [] : [String.raw`\\{1,7}${shortEscape}`]),
    ...(name === undefined ? [] : [`&(?:amp;)?${name};`]),
  ]
  return `(?:${alternatives.join('|')})`
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** The part of the Base64 text that depends only on these bytes, for each of the three possible alignments. */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    return literal(text.slice(first, last))
      .replaceAll(String.raw`\+`, '[+-]')
      .replaceAll(String.raw`\/`, '[/_]')
  })
}
