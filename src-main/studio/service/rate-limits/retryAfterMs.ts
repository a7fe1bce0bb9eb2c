const HOUR_MS = 3_600_000
/** The longest period of any limit of the service (service.md §Rate limits). */
const DAY_MS = 24 * HOUR_MS
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? .{1,40}$/i

/**
 * The wait that `Retry-After` requests, in milliseconds; null if it is absent or unreadable. A date is relative to the response's own
 * `Date` if it has one, so that a wrong local clock doesn't matter. More than a day is treated as an error and read as an hour.
 */
export const retryAfterMs = (headers: Record<string, string>, now: number): number | null => {
  const value = headers['retry-after']?.trim() ?? ''
  const sentAt = Date.parse(headers['date'] ?? '')
  const wait = /^\d{1,15}(\.\d{1,15})?$/.test(value)
    ? Number(value) * 1000
    : HTTP_DATE.test(value)
      ? Date.parse(value) - (Number.isNaN(sentAt) ? now : sentAt)
      : Number.NaN
  if (Number.isNaN(wait)) return null
  return wait > DAY_MS ? HOUR_MS : Math.max(0, Math.ceil(wait))
}
