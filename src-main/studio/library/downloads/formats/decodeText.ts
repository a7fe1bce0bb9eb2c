/** Text of an encoding that Easel recognises. */
export interface DecodedText {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
}

/** Bytes that show the encoding of a text without a byte order mark. */
const SAMPLE_BYTES = 2048

/** Decodes text in UTF-8 or UTF-16, with or without a byte order mark; null for bytes that aren't text. */
export function decodeText(bytes: Buffer): DecodedText | null {
  const encoding = encodingOf(bytes)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return hasControlCharacter(text) ? null : { text, encoding }
  } catch {
    return null
  }
}

/** UTF-16 by its byte order mark, or by the zero bytes of characters such as spaces, all at odd or all at even positions. */
function encodingOf(bytes: Buffer): DecodedText['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes.length % 2 === 1) return 'utf-8'
  let [even, odd] = [0, 0]
  for (let at = 0; at + 1 < Math.min(bytes.length, SAMPLE_BYTES); at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  if (odd > 0 && even === 0) return 'utf-16le'
  return even > 0 && odd === 0 ? 'utf-16be' : 'utf-8'
}

/** Whether there are control characters that text doesn't contain; tab, line breaks, form feed and escape may occur. */
function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 && (code < 9 || code > 13) && code !== 27) return true
  }
  return false
}
