import { unquote, unwrapJson } from './unwrapJson.ts'

const WHOLE = ['text', 'full_text', 'fullText', 'content', 'markdown', 'description', 'word', 'value']
const PARTS = [
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
const DEEPEST = 12

/** The text an OCR result holds: plain, or JSON of pages, blocks, lines or words. Never throws; unknown JSON stays as it is. */
export function readOcr(content: string): string {
  const value = unwrapJson(content)
  const found = value === undefined ? null : textIn(value, 0)
  return (found ?? unquote(content)).trim()
}

function textIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null
  if (Array.isArray(value)) {
    const parts = value.flatMap((item) => textIn(item, depth + 1) ?? [])
    return parts.length > 0 || value.length === 0 ? parts.join('\n') : null
  }
  const fields: Record<string, unknown> = { ...value }
  for (const name of WHOLE) {
    const text = fields[name]
    if (typeof text === 'string') return text
  }
  for (const name of [...PARTS, ...WHOLE]) {
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
