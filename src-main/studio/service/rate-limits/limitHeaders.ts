/** A rate limit as the headers of one response state it. */
export interface RateLimit {
  /** Requests allowed in the window, above zero; null if the service states only the remainder, or nothing usable. */
  limit: number | null
  remaining: number | null
}

/** The limits per minute and per day; null if the response states none. */
export interface LimitHeaders {
  minute: RateLimit | null
  daily: RateLimit | null
}

/**
 * Parses the `X-RateLimit-*` headers for the limits per minute and per day (service.md §Rate limits). A limit of zero or less is ignored
 * together with its remainder, because it would block every request forever.
 */
export const readLimitHeaders = (headers: Record<string, string>): LimitHeaders => {
  const limit = readLimit(headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'])
  const day = readLimit(headers['x-ratelimit-daily-limit'], headers['x-ratelimit-daily-remaining'])
  const isDaily = /^\s*(daily|day)\s*$/i.test(headers['x-ratelimit-type'] ?? '')
  return { minute: isDaily ? null : limit, daily: day ?? (isDaily ? limit : null) }
}

const readLimit = (limit: string | undefined, remaining: string | undefined): RateLimit | null => {
  const found = { limit: parseCount(limit), remaining: parseCount(remaining) }
  return found.limit === 0 || (found.limit === null && found.remaining === null) ? null : found
}

const parseCount = (text: string | undefined): number | null => {
  const count = Number(/^\s*(\d{1,12})\s*(,|;|$)/.exec(text ?? '')?.[1] ?? Number.NaN)
  return Number.isNaN(count) ? null : count
}

const HOUR_MS = 3_600_000

/** Whether a 429 is about the daily quota, not the limit per minute: by its type, the remainder, or a wait of over an hour. */
export const isDailyLimit = (headers: Record<string, string>, now: number): boolean => {
  if (/^\s*(daily|day)\s*$/i.test(headers['x-ratelimit-type'] ?? '')) return true
  const { minute, daily } = readLimitHeaders(headers)
  if (daily?.remaining === 0 && minute?.remaining !== 0) return true
  return (readRetryAfter(headers, now) ?? 0) > HOUR_MS
}

/** The longest period of any limit of the service (service.md §Rate limits). */
const DAY_MS = 24 * HOUR_MS
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? .{1,40}$/i

/** One of the three date formats of HTTP has no time zone, but is in UTC too. */
const parseHttpDate = (text: string): number =>
  Date.parse(/\b(gmt|utc)$|[+-]\d{4}$/i.test(text) ? text : `${text} GMT`)

/**
 * Reads the wait that `Retry-After` requests, in milliseconds; null if it is absent or unreadable. A date is relative to the response's
 * own `Date` if it has one, so that a wrong local clock doesn't matter. More than a day is treated as an error and becomes an hour.
 */
export const readRetryAfter = (headers: Record<string, string>, now: number): number | null => {
  const value = headers['retry-after']?.trim() ?? ''
  const sentAt = Date.parse(headers['date'] ?? '')
  const wait = /^\d{1,15}(\.\d{1,15})?$/.test(value)
    ? Number(value) * 1000
    : HTTP_DATE.test(value)
      ? parseHttpDate(value) - (Number.isNaN(sentAt) ? now : sentAt)
      : Number.NaN
  if (Number.isNaN(wait)) return null
  return wait > DAY_MS ? HOUR_MS : Math.max(0, Math.ceil(wait))
}
