import type { Segment } from '../../../../src-preload/contract/types/text.ts'

type Segments = readonly Segment[]

/**
 * Splits a segment before the character at `caret`. The second half begins at `time`, in seconds, if that lies within the
 * segment, otherwise in proportion to the text. Null if one half would have no text.
 */
export function splitSegment(segment: Segment, caret: number, time?: number): [Segment, Segment] | null {
  const [before, after] = [segment.text.slice(0, caret).trim(), segment.text.slice(caret).trim()]
  if (before === '' || after === '') return null
  const { start, end } = segment
  const ratio = before.length / (before.length + after.length)
  const proportional = start === null || end === null ? null : roundToMs(start + (end - start) * ratio)
  const isWithin = time !== undefined && start !== null && time > start && (end === null || time < end)
  const boundary = isWithin ? roundToMs(time) : proportional
  return [
    { ...segment, end: boundary, text: before },
    { ...segment, start: boundary, text: after },
  ]
}

/** Replaces one segment with any number of others. */
export const replaceSegment = (segments: Segments, index: number, others: Segments): Segment[] => [
  ...segments.slice(0, index),
  ...others,
  ...segments.slice(index + 1),
]

/** Joins a segment with the next one; the first known speaker wins. */
export function joinNext(segments: Segments, index: number): Segment[] {
  const [first, second] = [segments[index], segments[index + 1]]
  if (!first || !second) return [...segments]
  const joined: Segment = {
    start: first.start ?? second.start,
    end:
      second.end === null || first.end === null ? (second.end ?? first.end) : Math.max(first.end, second.end),
    speaker: first.speaker ?? second.speaker,
    text: [first.text.trim(), second.text.trim()].filter(Boolean).join(' '),
  }
  return [...segments.slice(0, index), joined, ...segments.slice(index + 2)]
}

/** Renames a speaker in all segments; a blank name removes the speaker. */
export const renameSpeaker = (segments: Segments, from: string, to: string): Segment[] =>
  segments.map((segment) => (segment.speaker === from ? { ...segment, speaker: to.trim() || null } : segment))

/** Rounds to milliseconds, the precision of subtitles. */
const roundToMs = (seconds: number): number => Math.round(seconds * 1000) / 1000
