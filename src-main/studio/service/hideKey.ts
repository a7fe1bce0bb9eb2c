const HIDDEN = '•••'
/** Shorter keys are words that may stand in an answer by themselves. */
const SHORTEST = 8
const MOST_ENCODINGS = 3
const BACKSLASH = 0x5c
const PERCENT = 0x25

/** The text without the key, also where its characters are written as JSON escapes or percent-encoded. */
export function hideKey(text: string, key: string): string {
  if (key.length < SHORTEST) return text
  if (!text.includes('\\') && !text.includes('%')) return text.replaceAll(key, HIDDEN)
  const first = key.charCodeAt(0)
  let [clean, from, at] = ['', 0, 0]
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const isCandidate = code === first || code === BACKSLASH || code === PERCENT
    const end = isCandidate ? keyEnd(text, at, key) : null
    if (end !== null) {
      clean += text.slice(from, at) + HIDDEN
      from = end
      at = end
    } else at = code === BACKSLASH && first !== BACKSLASH ? escapesEnd(text, at) : at + 1
  }
  return from === 0 ? text : clean + text.slice(from)
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

/** Behind the key that begins at `start`, in whatever spelling; null where there is none. */
function keyEnd(text: string, start: number, key: string): number | null {
  let at = start
  for (let n = 0; n < key.length; n++) {
    const end = charEnd(text, at, key.charCodeAt(n))
    if (end === null) return null
    at = end
  }
  return at
}

function charEnd(text: string, start: number, char: number): number | null {
  const code = text.charCodeAt(start)
  if (code === BACKSLASH) {
    const at = escapesEnd(text, start)
    if (char === BACKSLASH || text.charCodeAt(at) === char) return char === BACKSLASH ? at : at + 1
    return text[at] === 'u' ? hexEnd(text, at + 1, 4, char) : null
  }
  if (code === char) return start + 1
  if (code !== PERCENT) return null
  let at = start + 1
  for (let times = 1; times < MOST_ENCODINGS && text.startsWith('25', at); times++) at += 2
  return hexEnd(text, at, 2, char)
}

/** However many: a string inside a string has more. */
function escapesEnd(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === BACKSLASH) at++
  return at
}

function hexEnd(text: string, start: number, digits: number, char: number): number | null {
  for (let n = 0; n < digits; n++) {
    const digit = (char >> (4 * (digits - 1 - n))) & 15
    const code = text.charCodeAt(start + n)
    // Of a letter the lower or upper case.
    const isDigit = digit < 10 ? code === 0x30 + digit : code === 0x57 + digit || code === 0x37 + digit
    if (!isDigit) return null
  }
  return start + digits
}
