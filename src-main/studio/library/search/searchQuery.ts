const MAX_WORDS = 24
const MAX_WORD_LENGTH = 120

/** Scripts without spaces between words: each character is indexed as a word, so that any part of a text is found. */
const UNSPACED_CHARACTERS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Characters that the FTS tokenizer treats as part of a word; all others are separators. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}\p{So}]/u

/**
 * Prepares a text for the index. Letters are composed (NFC), because macOS decomposes those in file names, but typed
 * ones are composed.
 */
export const toIndexedText = (text: string): string =>
  text.normalize('NFC').replaceAll('\0', ' ').replaceAll(UNSPACED_CHARACTERS, ' $& ')

/**
 * Builds an FTS5 query from a search. Each word becomes a quoted prefix phrase, and all are required. Null for an empty search; a search of
 * punctuation alone finds nothing.
 */
export function buildSearchQuery(search: string): string | null {
  const words = search
    .normalize('NFC')
    .split(/[\s\0]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return null
  const phrases = words
    .filter((word) => WORD_CHARACTER.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word.toWellFormed()).slice(0, MAX_WORD_LENGTH).join(''))
    .map((word) => `"${toIndexedText(word).replaceAll('"', ' ').trim()}"*`)
  return phrases.length > 0 ? phrases.join(' AND ') : '""'
}
