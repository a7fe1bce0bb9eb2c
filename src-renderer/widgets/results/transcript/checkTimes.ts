import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'
import { formatStamp } from './formatStamp.ts'
import { parseTime } from './parseTime.ts'

type Times = Pick<Segment, 'start' | 'end'>

interface Around {
  /** As it is now. */
  own: Times
  before: Times | undefined
  after: Times | undefined
  /** Of the medium, in seconds; 0: not known. */
  duration: number
}

export interface CheckedTimes extends Times {
  /** Why it can't be kept so. */
  wrong: { start?: string; end?: string }
  /** What is worth knowing of times that can be kept. */
  note?: string
}

/** What was typed as a segment's times, against its neighbours: in order it must be, an overlap is said. */
export function checkTimes(typed: { start: string; end: string }, around: Around): CheckedTimes {
  const { own, before, after, duration } = around
  const start = readTime(typed.start, own.start)
  const end = readTime(typed.end, own.end)
  const times = { start: start ?? null, end: end ?? null }
  const wrong: CheckedTimes['wrong'] = {
    ...(start === undefined ? { start: t('media.time_unreadable') } : {}),
    ...(end === undefined ? { end: t('media.time_unreadable') } : {}),
  }
  if (wrong.start || wrong.end) return { ...times, wrong }
  if (times.start === null && times.end !== null) wrong.start = t('media.time_no_start')
  if (times.start !== null && times.end !== null && times.end <= times.start)
    wrong.end = t('media.time_end_first')
  // What the service gave stays as it is, in whatever order, until it is changed.
  if (times.start !== null && times.start !== own.start) {
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

/** Undefined: no time. What was not touched stays to the last digit. */
function readTime(words: string, own: number | null): number | null | undefined {
  if (words.trim() === '') return null
  return words.trim() === formatStamp(own) ? own : parseTime(words)
}
