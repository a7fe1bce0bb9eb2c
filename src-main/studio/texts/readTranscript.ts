import type { Transcript } from '../../../src-preload/contract/types/text.ts'
import { readSegments } from './readSegments.ts'
import { readStamped } from './readStamped.ts'
import { joined, linesOf } from './segments.ts'
import { unquote, unwrapJson } from './unwrapJson.ts'

/**
 * Reads a transcript in any shape services give: plain text with or without stamps, SRT, WebVTT, JSON with segments, chunks
 * or words, JSON in a string. Never throws: what is none of these is plain text (facts.md §3, §1.6).
 */
export function readTranscript(content: string): Transcript {
  const found = readSegments(unwrapJson(content))
  if (!found) return readPlain(unquote(content))
  if (found.segments.length === 0) return readPlain(found.text ?? '')
  return { segments: found.segments, text: found.text?.trim() || joined(found.segments) }
}

function readPlain(text: string): Transcript {
  const stamped = readStamped(text)
  if (stamped) return { segments: stamped, text: joined(stamped) }
  return { segments: linesOf(text), text: text.trim() }
}
