import { unquote, unwrapJson } from './unwrapJson.ts'

const TEXT_KEYS = ['text', 'full_text', 'fullText', 'content', 'markdown', 'description', 'word', 'value']
const PART_KEYS = [
  'pages',
  'blocks',
  'paragraphs',
  'regions',
  'lines',
  'words',
  'items',
  'results',
  'result',
  'data',
  'output',
  'document',
]
const MAX_DEPTH = 12

/** The text of an OCR result: plain text, or JSON with pages, blocks, lines or words. Never throws; unknown JSON is returned unchanged. */
export function readOcr(content: string): string {
  const value = unwrapJson(content)
  const found = value === undefined ? null : textIn(value, 0)
  return (found ?? unquote(content)).trim()
}

function textIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null
  if (Array.isArray(value)) {
    const parts = value.flatMap((item) => textIn(item, depth + 1) ?? [])
    return parts.length > 0 || value.length === 0 ? parts.join('\n') : null
  }
  const fields: Record<string, unknown> = { ...value }
  for (const name of TEXT_KEYS) {
    const text = fields[name]
    if (typeof text === 'string') return text
  }
  for (const name of [...PART_KEYS, ...TEXT_KEYS]) {
    const inner = fields[name]
    if (name === 'words' && Array.isArray(inner)) {
      const words = inner.flatMap((word) => textIn(word, depth + 1) ?? [])
      if (words.length > 0) return words.join(' ')
    }
    const text = typeof inner === 'object' ? textIn(inner, depth + 1) : null
    if (text !== null) return text
  }
  return null
}
