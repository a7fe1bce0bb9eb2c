import { QUARTER_HOUR_MS } from '../../storage/database/spendQuarters.ts'

const DAY_MS = 86_400_000
/** Noon UTC of a day. UTC has no clock changes, so whole days can be added to it. */
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** The day that is `days` later, or earlier if negative. Days are `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Every day from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((noon(to) - noon(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** The first day of the month of a day. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The first day of the previous month. */
export function monthBefore(day: string): string {
  const date = new Date(noon(firstOfMonth(day)))
  date.setUTCMonth(date.getUTCMonth() - 1)
  return date.toISOString().slice(0, 10)
}

/**
 * The start of a local day in milliseconds, a multiple of a quarter of an hour in all time zones. A day that a time zone skipped
 * starts with the next one.
 */
export function dayStart(day: string, timeZone?: string): number {
  const middle = Math.floor(Date.parse(`${day}T00:00:00Z`) / QUARTER_HOUR_MS)
  // No time zone is further than 14 hours from UTC, and none was further than 16.
  let [before, inside] = [middle - 64, middle + 64]
  while (inside - before > 1) {
    const half = Math.floor((inside + before) / 2)
    if (localDay(half * QUARTER_HOUR_MS, timeZone) >= day) inside = half
    else before = half
  }
  return inside * QUARTER_HOUR_MS
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** The calendar day of a time as `YYYY-MM-DD`, in a time zone or the system's own. */
export function localDay(ms: number, timeZone?: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Canadian English writes dates the ISO way.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(ms)
}

/** Finds the day of a quarter by binary search, which is faster than formatting each date. */
export class DayFinder {
  readonly #days: readonly string[]
  /** The first quarter of each day, and the quarter after the last day. */
  readonly starts: readonly number[]

  constructor(from: string, to: string, timeZone?: string) {
    this.#days = daysBetween(from, to)
    this.starts = [...this.#days, addDays(to, 1)].map((day) => dayStart(day, timeZone) / QUARTER_HOUR_MS)
  }

  find(quarter: number): string {
    let [low, high] = [0, this.#days.length]
    while (high - low > 1) {
      const half = Math.floor((low + high) / 2)
      if ((this.starts[half] ?? 0) <= quarter) low = half
      else high = half
    }
    return this.#days[low] ?? ''
  }
}
