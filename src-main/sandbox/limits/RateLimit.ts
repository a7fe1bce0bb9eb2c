import { type Endpoint, ENDPOINTS } from '../http/ParsedRequest.ts'

/** How many requests to one endpoint are served. */
export interface RateLimit {
  perMinute?: number
  /** Capacity of the token bucket; default `perMinute`. */
  burst?: number
  /** The count starts again at midnight UTC. */
  perDay?: number
  /** Form of the Retry-After header of a 429; default `seconds`. */
  retryAfter?: 'seconds' | 'date' | 'none'
}

export type RateLimits = Partial<Record<Endpoint, RateLimit>>

/** Limits of the live service's smallest plan (service.md §Rate limits). */
export const BASIC_LIMITS: RateLimits = {
  submit: { perMinute: 3, perDay: 100 },
  price: { perMinute: 50, perDay: 200 },
  status: { perMinute: 50, perDay: 200 },
}

/** Parses `basic`, or `CLASS=N/min,N/day,retry-after=none|date|seconds` with any of the parts. Throws with a readable message. */
export function parseLimit(text: string): RateLimits {
  if (text === 'basic') return BASIC_LIMITS
  const [name, parts] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]
  const endpoint = ENDPOINTS.find((known) => known === name)
  if (!endpoint) throw new Error(`Invalid limit: "${text}". Use status=50/min,200/day.`)
  const limit: RateLimit = {}
  for (const part of parts.split(',')) {
    const [, count, unit, retryAfter] =
      /^(?:(\d+)\/(min|day)|retry-after=(none|date|seconds))$/.exec(part) ?? []
    if (unit === 'min') limit.perMinute = Number(count)
    else if (unit === 'day') limit.perDay = Number(count)
    else if (retryAfter === 'none' || retryAfter === 'date' || retryAfter === 'seconds')
      limit.retryAfter = retryAfter
    else throw new Error(`Invalid limit: "${part}". Use 50/min, 200/day or retry-after=none.`)
  }
  return { [endpoint]: limit }
}
