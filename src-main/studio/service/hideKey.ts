const HIDDEN = '•••'
/** Shorter keys are words that may stand in an answer by themselves. */
const SHORTEST = 8
/** A string inside a string inside a string. */
const MOST_ESCAPES = 8
const MOST_ENCODINGS = 3

/** The text without the key, also where its characters are written as JSON escapes or percent-encoded. */
export function hideKey(text: string, key: string): string {
  if (key.length < SHORTEST) return text
  if (!text.includes('\\') && !text.includes('%')) return text.replaceAll(key, HIDDEN)
  let [clean, from, at] = ['', 0, 0]
  while (at < text.length) {
    const end = keyEnd(text, at, key)
    if (end === null) at++
    else {
      clean += text.slice(from, at) + HIDDEN
      from = end
      at = end
    }
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
  let at: number | null = start
  for (const char of key) {
    at = charEnd(text, at, char)
    if (at === null) return null
  }
  return at
}

function charEnd(text: string, at: number, char: string): number | null {
  const first = text.charAt(at)
  if (first === '\\') return escapeEnd(text, at, char)
  if (text.startsWith(char, at)) return at + char.length
  return first === '%' ? encodingEnd(text, at, char) : null
}

function escapeEnd(text: string, start: number, char: string): number | null {
  let at = start
  while (text.charAt(at) === '\\' && at - start < MOST_ESCAPES) at++
  if (char === '\\') return at
  if (text.startsWith(char, at)) return at + char.length
  const code = `u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.slice(at, at + code.length).toLowerCase() === code ? at + code.length : null
}

function encodingEnd(text: string, start: number, char: string): number | null {
  let at = start + 1
  for (let times = 1; times < MOST_ENCODINGS && text.startsWith('25', at); times++) at += 2
  const code = char.charCodeAt(0).toString(16).padStart(2, '0')
  return text.slice(at, at + code.length).toLowerCase() === code ? at + code.length : null
}
