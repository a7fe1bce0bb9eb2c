import { boundedJson } from '../../service/client/boundedJson.ts'

/** The kinds of text files. */
export type TextKind = 'json' | 'txt' | 'html' | 'svg'

/** Control characters that text doesn't contain; tab, line breaks, form feed and escape may occur. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)

/** The kind of a text file, from all its bytes; null if it isn't text. Text is UTF-8 without control characters, JSON must parse. */
export function textKind(bytes: Buffer): TextKind | null {
  if (bytes.some(isControl)) return null
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
  const markup = markupKind(text.slice(0, 4096))
  if (markup) return markup
  return /^\s*[[{]/.test(text) && isJson(text) ? 'json' : 'txt'
}

/** HTML or SVG by its start, after comments, declarations and white space, even if the rest is not valid text. */
export function markupKind(beginning: string): 'html' | 'svg' | null {
  const first = beginning.replace(/^(?:\uFEFF|\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!doctype svg[^>]*>)+/i, '')
  if (/^<(?:[a-z]+:)?svg[\s>]/i.test(first)) return 'svg'
  return /^<(?:!doctype html|html|head|body|script|title|meta|div|h1|p)[\s>/]/i.test(first) ? 'html' : null
}

/** Deeper nested JSON is not useful and needs a gigabyte of memory to parse. */
const isJson = (text: string): boolean =>
  boundedJson(text, { depth: 100, values: Number.MAX_SAFE_INTEGER }) !== undefined
