export interface RateLimit {
  /** Requests allowed in the window, above zero; null if the service states only the remainder, or nothing usable. */
  limit: number | null
  remaining: number | null
}

export interface LimitHeaders {
  minute: RateLimit | null
  daily: RateLimit | null
}

/**
 * Parses the `X-RateLimit-*` headers for the limits per minute and per day (service.md §Rate limits). A limit of zero or less is ignored
 * together with its remainder, because it would block every request forever.
 */
export const limitHeaders = (headers: Record<string, string>): LimitHeaders => {
  const limit = limitOf(headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'])
  const day = limitOf(headers['x-ratelimit-daily-limit'], headers['x-ratelimit-daily-remaining'])
  const isDaily = /^\s*(daily|day)\s*$/i.test(headers['x-ratelimit-type'] ?? '')
  return { minute: isDaily ? null : limit, daily: day ?? (isDaily ? limit : null) }
}

const limitOf = (limit: string | undefined, remaining: string | undefined): RateLimit | null => {
  const found = { limit: countOf(limit), remaining: countOf(remaining) }
  return found.limit === 0 || (found.limit === null && found.remaining === null) ? null : found
}

const countOf = (text: string | undefined): number | null => {
  const count = Number(/^\s*(\d{1,12})\s*(,|;|$)/.exec(text ?? '')?.[1] ?? Number.NaN)
  return Number.isNaN(count) ? null : count
}
