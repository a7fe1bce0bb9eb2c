import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { formatMediaTime } from '../../../lib/format/time.ts'

/** Longest name of a speaker that can be entered, in characters. */
export const MAX_SPEAKER_LENGTH = 200

type Times = Pick<Segment, 'start' | 'end'>

interface Context {
  /** The saved times, before the edit. */
  stored: Times
  /** The times of the segments before and after the edited one. */
  previous: Times | undefined
  next: Times | undefined
  /** Duration of the media in seconds; 0 if unknown. */
  mediaSeconds: number
}

export interface CheckedTimes extends Times {
  /** Errors, by field. */
  errors: { start?: string; end?: string }
  /** A warning about valid times, for example an overlap. */
  warning?: string
}

/** Validates the typed times of a segment: starts must be in order; overlaps only cause a warning. */
export function checkTimes(typed: { start: string; end: string }, context: Context): CheckedTimes {
  const { stored, previous, next } = context
  const start = readTime(typed.start, stored.start)
  const end = readTime(typed.end, stored.end)
  const times = { start: start ?? null, end: end ?? null }
  const errors: CheckedTimes['errors'] = {
    ...(start === undefined ? { start: t('media.time_unreadable') } : {}),
    ...(end === undefined ? { end: t('media.time_unreadable') } : {}),
  }
  if (errors.start || errors.end) return { ...times, errors }
  const isChanged = times.start !== stored.start || times.end !== stored.end
  // The service may have returned wrong times. Unless they are edited, they must not prevent a correction of the text.
  if (isChanged && times.start === null && times.end !== null) errors.start = t('media.time_no_start')
  if (isChanged && times.start !== null && times.end !== null && times.end <= times.start)
    errors.end = t('media.time_end_first')
  if (times.start !== null && times.start !== stored.start) {
    if (isSet(previous?.start) && times.start < previous.start)
      errors.start = t('media.time_too_early', { time: formatTimestamp(previous.start) })
    if (isSet(next?.start) && times.start > next.start)
      errors.start = t('media.time_too_late', { time: formatTimestamp(next.start) })
  }
  const warning = errors.start || errors.end ? undefined : timesWarning(times, context)
  return { ...times, errors, ...(warning === undefined ? {} : { warning }) }
}

const isSet = (time: number | null | undefined): time is number => time !== null && time !== undefined

/** The duration in a file is approximate, so a time may exceed it by this much, in seconds. */
const END_TOLERANCE_S = 0.05

function timesWarning({ start, end }: Times, { previous, next, mediaSeconds }: Context): string | undefined {
  if (isSet(previous?.end) && start !== null && start < previous.end)
    return t('media.overlaps_before', { time: formatTimestamp(previous.end) })
  if (isSet(next?.start) && end !== null && end > next.start)
    return t('media.overlaps_after', { time: formatTimestamp(next.start) })
  if (mediaSeconds > 0 && Math.max(start ?? 0, end ?? 0) > mediaSeconds + END_TOLERANCE_S)
    return t('media.time_past_end', { time: formatTimestamp(mediaSeconds) })
  return undefined
}

/**
 * The typed time in seconds; null if the text is empty, undefined if it can't be parsed. Unchanged text keeps the exact
 * stored time.
 */
function readTime(text: string, stored: number | null): number | null | undefined {
  if (text.trim() === '') return null
  return text.trim() === formatTimestamp(stored) ? stored : parseTime(text)
}

/** Formats a time in seconds with milliseconds, as `parseTime` reads it: "1:02.500"; empty for null. */
export function formatTimestamp(seconds: number | null): string {
  if (seconds === null) return ''
  const ms = Math.round(seconds * 1000)
  return `${formatMediaTime(Math.floor(ms / 1000))}.${String(ms % 1000).padStart(3, '0')}`
}

/** Optional hours and minutes, the seconds, and an optional fraction. */
const TIME = /^(?:(?:(\d{1,4}):)?(\d{1,5}):)?(\d{1,6})(?:[.,](\d{1,9}))?$/

/** Parses a time such as "12", "1:02.5" or "1:02:03,250" to seconds; undefined if it is not a time. */
export function parseTime(text: string): number | undefined {
  const [match, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = TIME.exec(text.trim()) ?? []
  if (match === undefined) return undefined
  // Seconds and minutes after a colon must be below 60.
  if (match.includes(':') && (Number(seconds) > 59 || (match.split(':').length > 2 && Number(minutes) > 59)))
    return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${Number(seconds)}.${fraction}`)
}

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
  const rounded = isWithin ? roundToMs(time) : proportional
  // Rounding may move the boundary out of a very short segment.
  const boundary = rounded === null ? null : Math.min(Math.max(rounded, start ?? 0), end ?? Infinity)
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

/** Joins a segment with the next one; the speaker is the first one that is known. */
export function joinNext(segments: Segments, index: number): Segment[] {
  const [first, second] = [segments[index], segments[index + 1]]
  if (!first || !second) return [...segments]
  const start = first.start ?? second.start
  const end =
    second.end === null || first.end === null ? (second.end ?? first.end) : Math.max(first.end, second.end)
  const joined: Segment = {
    start,
    // The segments may overlap, and one of them may have only one of the times.
    end: start !== null && end !== null && end < start ? null : end,
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
