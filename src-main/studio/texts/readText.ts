import type { Viewer } from '../../../src-preload/contract/types/asset.ts'
import type { Transcript } from '../../../src-preload/contract/types/text.ts'
import { readOcr } from './readOcr.ts'
import { readTranscript } from './readTranscript.ts'
import { linesOf } from './segments.ts'

/** More than this of one text is not searched. */
const MOST = 1_000_000

/** A text file's content as the viewer of its task reads it. */
export function readText(content: string, viewer: Viewer | null): Transcript {
  if (viewer === 'transcript') return readTranscript(content)
  const text = viewer === 'ocr' ? readOcr(content) : content.replace(/^\uFEFF/, '').trim()
  return { segments: linesOf(text), text }
}

/** What of a text is searched and shown in captions. */
export const searchedWords = (text: string): string => text.slice(0, MOST).toWellFormed()
