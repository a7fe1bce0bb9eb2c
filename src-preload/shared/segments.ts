import type { Viewer } from '../contract/types/asset.ts'
import type { Segment } from '../contract/types/text.ts'

/** A generated speaker name before the text: `[SPEAKER_01]`, `Speaker 2:`. */
const SPEAKER_PREFIX =
  /^\s*(?:\[(speaker[ _]?\d{1,4}|speaker [a-z])\]\s*:?|(speaker[ _]?\d{1,4}|speaker [a-z])\s*[:：])/i

/**
 * Makes a segment with valid times; null if it has no text. An end before the start is removed. Without a `speaker`, the
 * text may name one; an empty `speaker` is none.
 */
export function toSegment(
  text: string,
  start: number | null = null,
  end: number | null = null,
  speaker: string | null = null,
): Segment | null {
  const speakerMatch = speaker === null ? SPEAKER_PREFIX.exec(text) : null
  const content = (speakerMatch ? text.slice(speakerMatch[0].length) : text).trim()
  if (content === '') return null
  const from = start !== null && Number.isFinite(start) && start >= 0 ? start : null
  const to = end !== null && Number.isFinite(end) && end >= (from ?? 0) ? end : null
  return {
    start: from,
    end: to,
    speaker: toReadableName(speaker?.trim() || (speakerMatch?.[1] ?? speakerMatch?.[2] ?? null)),
    text: content,
  }
}

/** An ID that speech recognition gives a speaker: `SPEAKER_00`, counted from 0. */
const SPEAKER_ID = /^speaker[_-](\d{1,4})$/i

/** Names a speaker with an ID by position, `Speaker 1`. Other names stay. */
function toReadableName(speaker: string | null): string | null {
  const number = speaker === null ? undefined : SPEAKER_ID.exec(speaker)?.[1]
  return number === undefined ? speaker : `Speaker ${Number(number) + 1}`
}

/** Makes each line a segment without times. Only lines of a transcript can begin with a speaker. */
export const toLineSegments = (text: string, viewer: Viewer | null): Segment[] =>
  text
    .split(/\r\n?|\n/)
    .flatMap((line) => toSegment(line, null, null, viewer === 'transcript' ? null : '') ?? [])

/** Joins the texts of all segments. */
export const joinSegments = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join(segments.some(({ start }) => start !== null) ? ' ' : '\n')
