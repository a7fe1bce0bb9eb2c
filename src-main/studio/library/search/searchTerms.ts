const MAX_WORDS = 24
const MAX_WORD = 120

/** Scripts without spaces between words: each character is indexed as a word, so that any part of a text is found. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Characters that the FTS tokenizer treats as part of a word; all others are separators. */
const WORD = /[\p{L}\p{N}\p{Co}\p{So}]/u

/** A text prepared for the index. */
export const indexed = (text: string): string => text.replaceAll('\0', ' ').replaceAll(UNSPACED, ' $& ')

/**
 * A search as an FTS5 query: each word as a quoted prefix phrase, all required. Null for an empty search; a search of
 * punctuation alone finds nothing.
 */
export function searchQuery(search: string): string | null {
  const words = search.split(/[\s\0]+/).filter((word) => word !== '')
  if (words.length === 0) return null
  const phrases = words
    .filter((word) => WORD.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word.toWellFormed()).slice(0, MAX_WORD).join(''))
    .map((word) => `"${indexed(word).replaceAll('"', ' ').trim()}"*`)
  return phrases.length > 0 ? phrases.join(' AND ') : '""'
}
