import { type Endpoint, ENDPOINTS } from './ParsedRequest.ts'
import { errorReply, type Reply } from './Reply.ts'

const DAY_MS = 86_400_000

interface Bucket {
  /** Number of requests that would be accepted now; may be fractional. */
  tokens: number
  /** When `tokens` was last updated, in milliseconds since the epoch. */
  filledAt: number
  /** Days since the epoch, in UTC. */
  day: number
  usedToday: number
}

interface LimitResult {
  /** Rate limit headers for the response. */
  headers: Record<string, string>
  /** The 429 if the request is above the limit, otherwise null. */
  rejection: Reply | null
}

/** A token bucket per endpoint, and a count per UTC day. */
export class RateLimiter {
  #limits: RateLimits
  readonly #buckets = new Map<Endpoint, Bucket>()

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  setLimits(limits: RateLimits): void {
    this.#limits = limits
    this.#buckets.clear()
  }

  /** Takes one token for a request. */
  consume(endpoint: Endpoint, now: number): LimitResult {
    const limit = this.#limits[endpoint]
    if (!limit) return { headers: {}, rejection: null }
    const bucket = this.#bucket(endpoint, limit, now)
    const perMinute = limit.perMinute ?? Infinity
    const perDay = limit.perDay ?? Infinity
    if (bucket.usedToday >= perDay) {
      return rejectRequest(limit, 'daily', perDay, DAY_MS - (now % DAY_MS), now)
    }
    if (bucket.tokens < 1) {
      return rejectRequest(limit, 'minute', perMinute, ((1 - bucket.tokens) * 60_000) / perMinute, now)
    }
    bucket.tokens -= 1
    bucket.usedToday += 1
    return { headers: createHeaders(limit, bucket), rejection: null }
  }

  #bucket(endpoint: Endpoint, limit: RateLimit, now: number): Bucket {
    // Without a rate nothing would refill the bucket.
    const capacity = limit.perMinute === undefined ? Infinity : (limit.burst ?? limit.perMinute)
    const day = Math.floor(now / DAY_MS)
    const bucket = this.#buckets.get(endpoint) ?? { tokens: capacity, filledAt: now, day, usedToday: 0 }
    if (limit.perMinute !== undefined) {
      const gained = ((now - bucket.filledAt) * limit.perMinute) / 60_000
      bucket.tokens = Math.min(capacity, bucket.tokens + Math.max(0, gained))
    }
    bucket.filledAt = now
    if (bucket.day !== day) Object.assign(bucket, { day, usedToday: 0 })
    this.#buckets.set(endpoint, bucket)
    return bucket
  }
}

function createHeaders(limit: RateLimit, bucket: Bucket): Record<string, string> {
  return {
    'x-ratelimit-source': 'account',
    ...(limit.perMinute === undefined
      ? {}
      : {
          'x-ratelimit-limit': String(limit.perMinute),
          'x-ratelimit-remaining': String(Math.floor(bucket.tokens)),
        }),
    ...(limit.perDay === undefined
      ? {}
      : {
          'x-ratelimit-daily-limit': String(limit.perDay),
          'x-ratelimit-daily-remaining': String(Math.max(0, limit.perDay - bucket.usedToday)),
        }),
  }
}

function rejectRequest(
  limit: RateLimit,
  type: 'minute' | 'daily',
  max: number,
  waitMs: number,
  now: number,
): LimitResult {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const form = limit.retryAfter ?? 'seconds'
  const retryAfter = form === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString()
  const headers = {
    'x-ratelimit-limit': String(max),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-type': type,
    'x-ratelimit-source': 'account',
    ...(form === 'none' ? {} : { 'retry-after': retryAfter }),
  }
  return { headers, rejection: errorReply(429, 'Too Many Attempts.', headers) }
}

/** How many requests to one endpoint are served. */
interface RateLimit {
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
const BASIC_LIMITS: RateLimits = {
  submit: { perMinute: 3, perDay: 100 },
  price: { perMinute: 50, perDay: 200 },
  status: { perMinute: 50, perDay: 200 },
}

/** Parses `basic`, or `ENDPOINT=` followed by any of `N/min`, `N/day` and `retry-after=none|date|seconds`. Throws with a readable message. */
export function parseLimit(text: string): RateLimits {
  if (text === 'basic') return BASIC_LIMITS
  const [name, parts] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]
  const endpoint = ENDPOINTS.find((known) => known === name)
  if (!endpoint) throw new Error(`Invalid limit: "${text}". Use status=50/min,200/day.`)
  const limit: RateLimit = {}
  for (const part of parts.split(',')) {
    const [, count, unit, retryAfter] =
      /^(?:([1-9]\d*)\/(min|day)|retry-after=(none|date|seconds))$/.exec(part) ?? []
    if (unit === 'min') limit.perMinute = Number(count)
    else if (unit === 'day') limit.perDay = Number(count)
    else if (retryAfter === 'none' || retryAfter === 'date' || retryAfter === 'seconds')
      limit.retryAfter = retryAfter
    else throw new Error(`Invalid limit: "${part}". Use 50/min, 200/day or retry-after=none.`)
  }
  return { [endpoint]: limit }
}
