import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'

/** A result in the response itself (service.md §Job status): text, or a file as a `data:` URI. */
export type InlineResult = { kind: 'text'; text: string } | { kind: 'data'; uri: string }

/** The result in a response; null if there is none, or only a link. */
export function inlineResult(record: StatusRecord | null): InlineResult | null {
  const text = record?.result ?? ''
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === 'null' || trimmed === record?.resultUrl) return null
  // Only base64, because a text may begin with `data:`.
  if (/^data:[a-z0-9.+/-]+(?:;[a-z0-9=.-]+)*;base64,[a-z0-9+/=_-]+$/i.test(trimmed))
    return { kind: 'data', uri: trimmed }
  return { kind: 'text', text }
}
