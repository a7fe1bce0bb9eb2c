import type { Segment } from './composeTranscript.ts'

/** Plain text: a line a sentence with its times, or running text without them. */
export function writeTranscript(segments: Segment[], times: boolean): string {
  if (!times) return segments.map(({ text }) => text).join(' ')
  return segments.map(({ start, end, text }) => `[${stamp(start)} --> ${stamp(end)}] ${text}`).join('\n')
}

/** JSON: the whole text, and its segments with speakers. */
export function transcriptRecord(segments: Segment[], seconds: number): string {
  const text = writeTranscript(segments, false)
  return JSON.stringify({ text, language: 'en', duration: seconds, segments })
}

/** `00:01:02.345` */
function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const pad = (value: number, width: number) => String(value).padStart(width, '0')
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, ms % 60_000]
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(rest / 1000), 2)}.${pad(rest % 1000, 3)}`
}
