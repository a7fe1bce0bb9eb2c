import type { Segment } from '../../../../src-preload/contract/types/text.ts'

type Segments = readonly Segment[]

/** Another version of one segment. */
export const changeSegment = (segments: Segments, at: number, segment: Segment): Segment[] =>
  segments.map((own, index) => (index === at ? segment : own))

/**
 * One segment as two, parted before the character at `caret`. The second begins at `time`, in seconds, where that lies within
 * it; else where the caret does in the words. Null where one of them would have no words.
 */
export function splitSegment(segment: Segment, caret: number, time?: number): [Segment, Segment] | null {
  const [before, after] = [segment.text.slice(0, caret).trim(), segment.text.slice(caret).trim()]
  if (before === '' || after === '') return null
  const { start, end } = segment
  const share = before.length / (before.length + after.length)
  const fair = start === null || end === null ? null : milli(start + (end - start) * share)
  const within = time !== undefined && start !== null && time > start && (end === null || time < end)
  const cut = within ? milli(time) : fair
  return [
    { ...segment, end: cut, text: before },
    { ...segment, start: cut, text: after },
  ]
}

/** Puts other segments in the place of one. */
export const replaceSegment = (segments: Segments, at: number, others: Segments): Segment[] => [
  ...segments.slice(0, at),
  ...others,
  ...segments.slice(at + 1),
]

/** A segment and the one after it as one, under the name of the first that has one. */
export function joinNext(segments: Segments, at: number): Segment[] {
  const [first, second] = [segments[at], segments[at + 1]]
  if (!first || !second) return [...segments]
  const whole: Segment = {
    start: first.start ?? second.start,
    end:
      second.end === null || first.end === null ? (second.end ?? first.end) : Math.max(first.end, second.end),
    speaker: first.speaker ?? second.speaker,
    text: [first.text.trim(), second.text.trim()].filter(Boolean).join(' '),
  }
  return [...segments.slice(0, at), whole, ...segments.slice(at + 2)]
}

/** Another name for a speaker wherever they speak; without words they have none. */
export const renameSpeaker = (segments: Segments, from: string, to: string): Segment[] =>
  segments.map((segment) => (segment.speaker === from ? { ...segment, speaker: to.trim() || null } : segment))

/** Whole milliseconds: more no subtitle holds. */
const milli = (seconds: number): number => Math.round(seconds * 1000) / 1000
