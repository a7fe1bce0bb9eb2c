export interface RateLimit {
  /** Requests allowed in the window; null where the service tells only what remains. */
  limit: number | null
  remaining: number | null
}

export interface RateLimits {
  minute: RateLimit | null
  daily: RateLimit | null
}

/** What the answer's `X-RateLimit-*` headers tell about the window of a minute and of a day (facts.md §4). */
export const rateLimits = (headers: Record<string, string>): RateLimits => {
  const told = limitOf(headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'])
  const day = limitOf(headers['x-ratelimit-daily-limit'], headers['x-ratelimit-daily-remaining'])
  const isDaily = /^\s*(daily|day)\s*$/i.test(headers['x-ratelimit-type'] ?? '')
  return { minute: isDaily ? null : told, daily: day ?? (isDaily ? told : null) }
}

const limitOf = (limit: string | undefined, remaining: string | undefined): RateLimit | null => {
  const found = { limit: countOf(limit), remaining: countOf(remaining) }
  return found.limit === null && found.remaining === null ? null : found
}

const countOf = (text: string | undefined): number | null => {
  const count = Number(/^\s*(\d{1,12})\s*(,|;|$)/.exec(text ?? '')?.[1] ?? Number.NaN)
  return Number.isNaN(count) ? null : count
}
