import type { Viewer } from '../../../../../src-preload/contract/types/asset.ts'
import type { Transcript } from '../../../../../src-preload/contract/types/text.ts'
import { readOcr } from './readOcr.ts'
import { readTranscript } from './readTranscript.ts'
import { linesOf } from '../segments.ts'

/** The maximum number of searchable characters per text. */
const MAX_SEARCHED_LENGTH = 1_000_000

/** Parses a text file for the viewer of its operation. */
export function readText(content: string, viewer: Viewer | null): Transcript {
  if (viewer === 'transcript') return readTranscript(content)
  const text = viewer === 'ocr' ? readOcr(content) : content.replace(/^\uFEFF/, '').trim()
  return { segments: linesOf(text), text }
}

/** The part of a text that is searched and shown in captions. */
export const searchableText = (text: string): string => text.slice(0, MAX_SEARCHED_LENGTH).toWellFormed()
