import type { Viewer } from '../../../../../src-preload/contract/types/asset.ts'
import type { Transcript } from '../../../../../src-preload/contract/types/text.ts'
import { toLineSegments, joinSegments } from '../segments.ts'
import { readSegments } from './readSegments.ts'
import { readTimestamped } from './readTimestamped.ts'
import { unwrapString, unwrapJson } from './unwrapJson.ts'

/** The maximum number of searchable characters per text. */
const MAX_SEARCHED_LENGTH = 1_000_000

/** Parses a text file for the viewer of its operation. */
export function readText(content: string, viewer: Viewer | null): Transcript {
  if (viewer === 'transcript') return readTranscript(content)
  const text = viewer === 'ocr' ? readOcr(content) : content.replace(/^\uFEFF/, '').trim()
  return { segments: toLineSegments(text), text }
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
  return { segments: toLineSegments(text), text: text.trim() }
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
