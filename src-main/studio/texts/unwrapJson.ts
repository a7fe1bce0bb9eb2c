/** Services wrap JSON in strings, at times twice. */
const MOST_WRAPS = 3

/** The JSON value a text holds, also as a string in a string; undefined where it is plain text or a plain string. */
export function unwrapJson(content: string): unknown {
  let text = content.replace(/^\uFEFF/, '')
  for (let wraps = 0; wraps <= MOST_WRAPS; wraps++) {
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

/** The words of a text that may be one JSON string. */
export function unquote(content: string): string {
  const text = content.replace(/^\uFEFF/, '')
  if (!/^\s*"/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? unquote(value) : text
  } catch {
    return text
  }
}
