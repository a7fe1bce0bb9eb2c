import type { Viewer } from '../../../../../src-preload/contract/types/asset.ts'
import type { Transcript } from '../../../../../src-preload/contract/types/text.ts'
import { toLineSegments, joinSegments } from '../../../../../src-preload/shared/segments.ts'
import { readSegments } from './readSegments.ts'
import { readTimestamped } from './readTimestamped.ts'

/** The maximum number of searchable characters per text. */
const MAX_SEARCHED_LENGTH = 1_000_000

/** Parses a text file for the viewer of its operation. */
export function readText(content: string, viewer: Viewer | null): Transcript {
  if (viewer === 'transcript') return readTranscript(content)
  const text = viewer === 'ocr' ? readOcr(content) : content.replace(/^\uFEFF/, '').trim()
  return { segments: toLineSegments(text, viewer), text }
}

/** The part of a text that is searched and shown in captions. */
export const searchableText = (text: string): string => text.slice(0, MAX_SEARCHED_LENGTH).toWellFormed()

/**
 * Parses a transcript in any format of the services: plain text with or without timestamps, SRT, WebVTT, JSON with segments, chunks
 * or words, JSON in a string. Never throws; anything else is plain text (service.md §Job status and §Transcription, OCR and image tools).
 */
export function readTranscript(content: string): Transcript {
  const parsed = readSegments(unwrapJson(content))
  if (!parsed) return readPlain(unwrapString(content))
  if (parsed.segments.length === 0) return readPlain(parsed.text ?? '')
  return { segments: parsed.segments, text: parsed.text?.trim() || joinSegments(parsed.segments) }
}

function readPlain(text: string): Transcript {
  const stamped = readTimestamped(text)
  if (stamped) return { segments: stamped, text: joinSegments(stamped) }
  return { segments: toLineSegments(text, 'transcript'), text: text.trim() }
}

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
  const found = value === undefined ? null : findText(value, 0)
  return (found ?? unwrapString(content)).trim()
}

function findText(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null
  if (Array.isArray(value)) {
    const parts = value.flatMap((item) => findText(item, depth + 1) ?? [])
    return parts.length > 0 || value.length === 0 ? parts.join('\n') : null
  }
  const fields: Record<string, unknown> = { ...value }
  for (const name of TEXT_KEYS) {
    const text = fields[name]
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  for (const name of [...PART_KEYS, ...TEXT_KEYS]) {
    const inner = fields[name]
    if (name === 'words' && Array.isArray(inner)) {
      const words = inner.flatMap((word) => findText(word, depth + 1) ?? [])
      if (words.length > 0) return words.join(' ')
    }
    const text = typeof inner === 'object' ? findText(inner, depth + 1) : null
    if (text !== null) return text
  }
  // Checked last, because an empty text must not hide the lines beside it.
  return TEXT_KEYS.some((name) => typeof fields[name] === 'string') ? '' : null
}

/** Services wrap JSON in strings, sometimes twice. */
const MAX_NESTING = 3

/** Parses JSON that may be wrapped in JSON strings; undefined for plain text and plain strings. */
function unwrapJson(content: string): unknown {
  let text = content.replace(/^\uFEFF/, '')
  for (let level = 0; level <= MAX_NESTING; level++) {
    if (!/^\s*["[{]/.test(text)) return undefined
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
    if (typeof value !== 'string') return value
    text = value
  }
  return undefined
}

/** Unwraps a text that may be a JSON string. */
function unwrapString(content: string): string {
  const text = content.replace(/^\uFEFF/, '')
  if (!/^\s*"/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? unwrapString(value) : text
  } catch {
    return text
  }
}

const VECTOR_KEYS = [
  'embeddings',
  'embedding',
  'data',
  'vectors',
  'vector',
  'dense_vecs',
  'dense',
  'values',
  'result',
  'results',
  'output',
]
const MAX_VECTOR_DEPTH = 8

/**
 * Reads the vectors of an embedding result: a list, nested lists, `{embeddings}` (service.md §Embeddings), `{data: [{embedding}]}`, also as a
 * JSON string. Null if there are none, if one of several is missing, or if their dimensions differ. Never throws.
 */
export function readEmbedding(content: string): number[][] | null {
  const vectors = findVectors(unwrapJson(content), 0)
  const dimension = vectors[0]?.length ?? 0
  return dimension > 0 && vectors.every(({ length }) => length === dimension) ? vectors : null
}

const isNumberList = (list: unknown[]): list is number[] =>
  list.every((item) => typeof item === 'number' && Number.isFinite(item))

function findVectors(value: unknown, depth: number): number[][] {
  if (typeof value !== 'object' || value === null || depth > MAX_VECTOR_DEPTH) return []
  if (Array.isArray(value)) {
    if (value.length > 0 && isNumberList(value)) return [value]
    const found = sortByIndex(value).map((item) => findVectors(item, depth + 1))
    // A vector that is left out would give those after it to other inputs.
    return found.every((vectors) => vectors.length > 0) ? found.flat() : []
  }
  const fields: Record<string, unknown> = { ...value }
  for (const name of VECTOR_KEYS) {
    const found = findVectors(fields[name], depth + 1)
    if (found.length > 0) return found
  }
  return []
}

/** Sorts a list by `index` if every item has one. */
function sortByIndex(list: unknown[]): unknown[] {
  const indexedItems = list.map((item) => {
    const index: unknown = typeof item === 'object' && item !== null && 'index' in item ? item.index : null
    return { item, index }
  })
  if (!indexedItems.every(({ index }) => typeof index === 'number')) return list
  return indexedItems.sort((a, b) => Number(a.index) - Number(b.index)).map(({ item }) => item)
}
