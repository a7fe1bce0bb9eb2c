const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text that takes at most `max` bytes in UTF-8; a grapheme is never split. */
export function cutToBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  let [bytes, end] = [0, 0]
  for (const { segment } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > max) break
    end += segment.length
  }
  return text.slice(0, end)
}

/** The beginning of a text, of at most `max` code points; a grapheme is split only if it is longer than that. */
export function cutToCodePoints(text: string, max: number): string {
  // The part with the first `max + 1` code points, whose last one may begin another grapheme.
  const start = text.slice(0, 2 * max + 2)
  const { length } = Array.from(start).slice(0, max).join('')
  if (length === text.length) return text
  return start.slice(0, graphemes.segment(start).containing(length)?.index || length)
}

/** A text without line breaks and repeated spaces. */
export const toOneLine = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ')

/** A text of at most `max` code points: a longer one is cut between graphemes and ends with an ellipsis. */
export const truncateWithEllipsis = (text: string, max: number): string =>
  cutToCodePoints(text, max) === text ? text : `${cutToCodePoints(text, max - 1)}…`
