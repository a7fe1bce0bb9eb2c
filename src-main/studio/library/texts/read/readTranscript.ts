import type { Transcript } from '../../../../../src-preload/contract/types/text.ts'
import { readSegments } from './readSegments.ts'
import { readTimestamped } from './readTimestamped.ts'
import { joinText, linesOf } from '../segments.ts'
import { unquote, unwrapJson } from './unwrapJson.ts'

/**
 * Parses a transcript in any format of the services: plain text with or without timestamps, SRT, WebVTT, JSON with segments, chunks
 * or words, JSON in a string. Never throws; anything else is plain text (service.md §Job status and §Transcription, OCR and image tools).
 */
export function readTranscript(content: string): Transcript {
  const parsed = readSegments(unwrapJson(content))
  if (!parsed) return readPlain(unquote(content))
  if (parsed.segments.length === 0) return readPlain(parsed.text ?? '')
  return { segments: parsed.segments, text: parsed.text?.trim() || joinText(parsed.segments) }
}

function readPlain(text: string): Transcript {
  const stamped = readTimestamped(text)
  if (stamped) return { segments: stamped, text: joinText(stamped) }
  return { segments: linesOf(text), text: text.trim() }
}
