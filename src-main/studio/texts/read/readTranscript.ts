import type { Transcript } from '../../../../src-preload/contract/types/text.ts'
import { readSegments } from './readSegments.ts'
import { readTimestamped } from './readTimestamped.ts'
import { joined, linesOf } from '../segments.ts'
import { unquote, unwrapJson } from './unwrapJson.ts'

/**
 * Parses a transcript in any format of the services: plain text with or without timestamps, SRT, WebVTT, JSON with segments, chunks
 * or words, JSON in a string. Never throws; anything else is plain text (facts.md §3, §1.6).
 */
export function readTranscript(content: string): Transcript {
  const found = readSegments(unwrapJson(content))
  if (!found) return readPlain(unquote(content))
  if (found.segments.length === 0) return readPlain(found.text ?? '')
  return { segments: found.segments, text: found.text?.trim() || joined(found.segments) }
}

function readPlain(text: string): Transcript {
  const stamped = readTimestamped(text)
  if (stamped) return { segments: stamped, text: joined(stamped) }
  return { segments: linesOf(text), text: text.trim() }
}
