// The calendar of the system's time zone. Days are numbers since 1970-01-01. Because of clock changes, a day may have 23 or 25 hours, or
// 23.5, begin at 01:00, or be skipped, so its end is never computed from its length.

const DAY_MS = 86_400_000

/** The local calendar day of a time. */
export function dayOfTime(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

/** The first millisecond of a day, since the epoch. A skipped day starts with the next one. */
export function startOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime()
}

/** The last millisecond of a day. */
export const endOfDay = (day: number): number => startOfDay(day + 1) - 1

/** A day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The day of `YYYY-MM-DD`; NaN if the text is no date. */
export const parseDay = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS

/** Months since January of year 0. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
export const yearOfDay = (day: number): number => Math.floor(monthOfDay(day) / 12)

/** The first day of a month. */
export const firstDayOfMonth = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS
