const DAY_MS = 86_400_000
const QUARTER_HOUR_MS = 900_000
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** The day `days` later, or earlier where negative, in the calendar. */
export const addDays = (day: string, days: number): string =>
  new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Every day from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((noon(to) - noon(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** The first day of the month before. */
export function monthBefore(day: string): string {
  const date = new Date(noon(`${day.slice(0, 7)}-01`))
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

/** The calendar day of a moment as `YYYY-MM-DD`, in a time zone or the system's own. */
export function localDay(ms: number, timeZone?: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Canadian English writes dates the ISO way.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(ms)
}
