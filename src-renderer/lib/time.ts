const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const dayWithYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** "6.2 s", "48 s", "3 min 20 s", "1 h 4 min". */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) {
    const rest = Math.round(seconds % 60)
    return rest > 0 && rest < 60 ? `${minutes} min ${rest} s` : `${minutes} min`
  }
  const rest = minutes % 60
  return rest > 0 ? `${Math.floor(minutes / 60)} h ${rest} min` : `${Math.floor(minutes / 60)} h`
}

/** "14:05". */
export const formatClock = (at: number): string => clock.format(at)

/** "17 Nov 2026, 14:05". */
export const formatMoment = (at: number): string => moment.format(at)

/** "14:05", with the date if it is not today. */
export const formatSince = (at: number, now = Date.now()): string =>
  dayKey(at) === dayKey(now) ? formatClock(at) : formatMoment(at)

/** The local calendar day as `YYYY-MM-DD`, for grouping. */
export function dayKey(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((n) => String(n).padStart(2, '0'))
    .join('-')
}

/** "Today", "Yesterday", "Tuesday, 17 November", with the year if it is not the current one. */
export function formatDay(at: number, now: number): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (dayKey(at) === dayKey(now)) return 'Today'
  if (dayKey(at) === dayKey(yesterday.getTime())) return 'Yesterday'
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? day.format(at) : dayWithYear.format(at)
}
