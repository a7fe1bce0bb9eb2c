import { boundedJson } from '../../service/client/boundedJson.ts'

/** The kind of a text file; null if it is no text. */
export type TextKind = 'json' | 'txt' | 'html' | 'svg'

/** Control characters that no text holds; tab, line ends, form feed and escape may occur. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)

/** Checks a whole file: text is UTF-8 without control characters, JSON must parse. */
export function textKind(bytes: Buffer): TextKind | null {
  if (bytes.some(isControl)) return null
  let words: string
  try {
    words = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
  const markup = markupKind(words.slice(0, 4096))
  if (markup) return markup
  return /^\s*[[{]/.test(words) && isJson(words) ? 'json' : 'txt'
}

/** HTML or SVG by its start, after comments, declarations and white space, even if the rest is not valid text. */
export function markupKind(beginning: string): 'html' | 'svg' | null {
  const first = beginning.replace(/^(?:\uFEFF|\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!doctype svg[^>]*>)+/i, '')
  if (/^<(?:[a-z]+:)?svg[\s>]/i.test(first)) return 'svg'
  return /^<(?:!doctype html|html|head|body|script|title|meta|div|h1|p)[\s>/]/i.test(first) ? 'html' : null
}

/** Deeper nesting is no useful JSON and takes a gigabyte to parse. */
const isJson = (words: string): boolean =>
  boundedJson(words, { depth: 100, values: Number.MAX_SAFE_INTEGER }) !== undefined
