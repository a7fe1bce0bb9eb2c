import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { formatStamp } from './formatStamp.ts'
import { parseTime } from './parseTime.ts'

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
  wrong: { start?: string; end?: string }
  /** A hint about valid times, for example an overlap. */
  note?: string
}

/** Validates the typed times of a segment: starts must be in order; overlaps only cause a note. */
export function checkTimes(typed: { start: string; end: string }, context: Context): CheckedTimes {
  const { current, before, after, duration } = context
  const start = readTime(typed.start, current.start)
  const end = readTime(typed.end, current.end)
  const times = { start: start ?? null, end: end ?? null }
  const wrong: CheckedTimes['wrong'] = {
    ...(start === undefined ? { start: t('media.time_unreadable') } : {}),
    ...(end === undefined ? { end: t('media.time_unreadable') } : {}),
  }
  if (wrong.start || wrong.end) return { ...times, wrong }
  if (times.start === null && times.end !== null) wrong.start = t('media.time_no_start')
  if (times.start !== null && times.end !== null && times.end <= times.start)
    wrong.end = t('media.time_end_first')
  // Unchanged times are accepted in any order.
  if (times.start !== null && times.start !== current.start) {
    if (isSet(before?.start) && times.start < before.start)
      wrong.start = t('media.time_too_early', { time: formatStamp(before.start) })
    if (isSet(after?.start) && times.start > after.start)
      wrong.start = t('media.time_too_late', { time: formatStamp(after.start) })
  }
  const note = wrong.start || wrong.end ? undefined : noteOf(times, before, after, duration)
  return { ...times, wrong, ...(note === undefined ? {} : { note }) }
}

const isSet = (time: number | null | undefined): time is number => time !== null && time !== undefined

function noteOf(
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
