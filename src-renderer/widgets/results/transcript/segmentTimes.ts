import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { formatMediaTime } from '../../../lib/time.ts'

type Times = Pick<Segment, 'start' | 'end'>

interface Context {
  /** Times before the edit. */
  current: Times
  before: Times | undefined
  after: Times | undefined
  /** Duration of the media in seconds; 0 if unknown. */
  duration: number
}

export interface CheckedTimes extends Times {
  /** Errors, by field. */
  errors: { start?: string; end?: string }
  /** A warning about valid times, for example an overlap. */
  warning?: string
}

/** Validates the typed times of a segment: starts must be in order; overlaps only cause a warning. */
export function checkTimes(typed: { start: string; end: string }, context: Context): CheckedTimes {
  const { current, before, after, duration } = context
  const start = readTime(typed.start, current.start)
  const end = readTime(typed.end, current.end)
  const times = { start: start ?? null, end: end ?? null }
  const errors: CheckedTimes['errors'] = {
    ...(start === undefined ? { start: t('media.time_unreadable') } : {}),
    ...(end === undefined ? { end: t('media.time_unreadable') } : {}),
  }
  if (errors.start || errors.end) return { ...times, errors }
  if (times.start === null && times.end !== null) errors.start = t('media.time_no_start')
  if (times.start !== null && times.end !== null && times.end <= times.start)
    errors.end = t('media.time_end_first')
  // Unchanged times are accepted in any order.
  if (times.start !== null && times.start !== current.start) {
    if (isSet(before?.start) && times.start < before.start)
      errors.start = t('media.time_too_early', { time: formatStamp(before.start) })
    if (isSet(after?.start) && times.start > after.start)
      errors.start = t('media.time_too_late', { time: formatStamp(after.start) })
  }
  const warning = errors.start || errors.end ? undefined : timesWarning(times, before, after, duration)
  return { ...times, errors, ...(warning === undefined ? {} : { warning }) }
}

const isSet = (time: number | null | undefined): time is number => time !== null && time !== undefined

function timesWarning(
  { start, end }: Times,
  before: Times | undefined,
  after: Times | undefined,
  duration: number,
) {
  if (isSet(before?.end) && start !== null && start < before.end)
    return t('media.overlaps_before', { time: formatStamp(before.end) })
  if (isSet(after?.start) && end !== null && end > after.start)
    return t('media.overlaps_after', { time: formatStamp(after.start) })
  if (duration > 0 && Math.max(start ?? 0, end ?? 0) > duration + 0.05)
    return t('media.time_past_end', { time: formatStamp(duration) })
  return undefined
}

/** The typed time, or undefined if unreadable. Unchanged text keeps the exact time. */
function readTime(text: string, current: number | null): number | null | undefined {
  if (text.trim() === '') return null
  return text.trim() === formatStamp(current) ? current : parseTime(text)
}

/** Formats a time with milliseconds, as `parseTime` reads it: "1:02.500"; empty for null. */
export function formatStamp(seconds: number | null): string {
  if (seconds === null) return ''
  const ms = Math.round(seconds * 1000)
  return `${formatMediaTime(Math.floor(ms / 1000))}.${String(ms % 1000).padStart(3, '0')}`
}

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
