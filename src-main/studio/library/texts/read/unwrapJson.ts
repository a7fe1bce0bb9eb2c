/** Services wrap JSON in strings, sometimes twice. */
const MAX_NESTING = 3

/** Parses JSON that may be wrapped in JSON strings; undefined for plain text and plain strings. */
export function unwrapJson(content: string): unknown {
  let text = content.replace(/^\uFEFF/, '')
  for (let level = 0; level <= MAX_NESTING; level++) {
    if (!/^\s*["[{]/.test(text)) return undefined
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
    if (typeof value !== 'string') return value
    text = value
  }
  return undefined
}

/** Unwraps a text that may be a JSON string. */
export function unwrapString(content: string): string {
  const text = content.replace(/^\uFEFF/, '')
  if (!/^\s*"/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? unwrapString(value) : text
  } catch {
    return text
  }
}
