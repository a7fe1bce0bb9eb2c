/** Starts like a JSON object or array, and not like text in brackets such as `[Music]`. */
const BEGINS = /^\s*(?:\{\s*"|\[\s*(?:[[{"-]|\d))/

const [QUOTE, ESCAPE, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/** Whether text is truncated JSON: one of its strings, objects or arrays is not closed. */
export function isTruncatedJson(text: string): boolean {
  if (!BEGINS.test(text)) return false
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) isInString = !isInString
    else if (isInString) at += char === ESCAPE ? 1 : 0
    else if (char === OPEN_OBJECT || char === OPEN_ARRAY) depth += 1
    else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) depth -= 1
  }
  return isInString || depth > 0
}
