import { firstDayOfMonth, monthOfDay } from '../../../../../src-preload/shared/calendar.ts'

export const DAYS_IN_WEEK = 7
/** 1970-01-05 was a Monday. */
export const A_MONDAY = 4

/** Days from Monday to a day. */
export const weekdayOf = (day: number): number =>
  (((day - A_MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK

const lastDayOfMonth = (month: number): number => firstDayOfMonth(month + 1) - 1

/** The days of a month by week, from Monday to Sunday; the first and the last week may have fewer. */
export function weeksOfMonth(month: number): number[][] {
  const weeks: number[][] = []
  for (let day = firstDayOfMonth(month); day <= lastDayOfMonth(month); day++) {
    const week = weeks.at(-1)
    if (week === undefined || weekdayOf(day) === 0) weeks.push([day])
    else week.push(day)
  }
  return weeks
}

/**
 * The day that a key moves the focus to in a calendar, as in the date grid of the ARIA Authoring Practices: arrows by a day or a week, Home
 * and End to the ends of the week, the Page keys by a month. Months without results are skipped. Undefined for other keys.
 * @param months the months with results, newest first
 */
export function dayAfterKey(key: string, day: number, months: readonly number[]): number | undefined {
  const month = monthOfDay(day)
  const index = months.indexOf(month)
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: DAYS_IN_WEEK,
    ArrowUp: -DAYS_IN_WEEK,
  }
  const step = steps[key]
  if (step !== undefined) return inListedMonth(day + step, day, months)
  if (key === 'Home') return Math.max(firstDayOfMonth(month), day - weekdayOf(day))
  if (key === 'End') return Math.min(lastDayOfMonth(month), day - weekdayOf(day) + DAYS_IN_WEEK - 1)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const next = months[key === 'PageUp' ? index + 1 : index - 1]
  if (next === undefined) return day
  return Math.min(firstDayOfMonth(next) + day - firstDayOfMonth(month), lastDayOfMonth(next))
}

/**
 * The target if its month is listed, otherwise the near end of the next listed month in that direction, otherwise
 * `from`.
 */
function inListedMonth(target: number, from: number, months: readonly number[]): number {
  const month = monthOfDay(target)
  if (months.includes(month)) return target
  const isForward = target > from
  const next = isForward
    ? months.findLast((listed) => listed > month)
    : months.find((listed) => listed < month)
  if (next === undefined) return from
  return isForward ? firstDayOfMonth(next) : lastDayOfMonth(next)
}
