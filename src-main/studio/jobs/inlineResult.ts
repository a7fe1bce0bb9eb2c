import type { StatusRecord } from '../service/StatusRecord.ts'

/** A result inside the answer itself (facts.md §3): words, or a file as a `data:` URI. */
export type InlineResult = { kind: 'words'; words: string } | { kind: 'data'; uri: string }

/** What of an answer is a result in itself; null where there is nothing, or no more than the link to it. */
export function inlineResult(record: StatusRecord | null): InlineResult | null {
  const words = record?.result ?? ''
  const trimmed = words.trim()
  if (trimmed === '' || trimmed === 'null' || trimmed === record?.resultUrl) return null
  // Only base64: a text may well begin with the word.
  if (/^data:[a-z0-9.+/-]+(?:;[a-z0-9=.-]+)*;base64,[a-z0-9+/=_-]+$/i.test(trimmed))
    return { kind: 'data', uri: trimmed }
  return { kind: 'words', words }
}
