import type { Segment } from './composeTranscript.ts'

/** A transcript as plain text: one line per segment with timestamps, or running text without them. */
export function writeTranscript(segments: Segment[], withTimes: boolean): string {
  if (!withTimes) return segments.map(({ text }) => text).join(' ')
  return segments
    .map(({ start, end, text }) => `[${timestamp(start)} --> ${timestamp(end)}] ${text}`)
    .join('\n')
}

/** A transcript as JSON: the complete text, and the segments with speakers. */
export function transcriptRecord(segments: Segment[], seconds: number): string {
  const text = writeTranscript(segments, false)
  return JSON.stringify({ text, language: 'en', duration: seconds, segments })
}

/** Formats seconds as `00:01:02.345`. */
function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const pad = (value: number, width: number) => String(value).padStart(width, '0')
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, ms % 60_000]
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(rest / 1000), 2)}.${pad(rest % 1000, 3)}`
}
