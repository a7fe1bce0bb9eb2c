import type { Endpoint } from '../http/ParsedRequest.ts'
import { errorReply, type Reply } from '../http/Reply.ts'
import type { RateLimit, RateLimits } from './RateLimit.ts'

const DAY_MS = 86_400_000

interface Bucket {
  tokens: number
  filledAt: number
  day: number
  usedToday: number
}

interface LimitResult {
  /** Rate limit headers for the response. */
  headers: Record<string, string>
  /** The 429 for a request above the limit, otherwise null. */
  refused: Reply | null
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
  take(endpoint: Endpoint, now: number): LimitResult {
    const limit = this.#limits[endpoint]
    if (!limit) return { headers: {}, refused: null }
    const bucket = this.#bucket(endpoint, limit, now)
    const perMinute = limit.perMinute ?? Infinity
    const perDay = limit.perDay ?? Infinity
    if (bucket.usedToday >= perDay) {
      return refuse(limit, 'daily', perDay, DAY_MS - (now % DAY_MS), now)
    }
    if (bucket.tokens < 1) {
      return refuse(limit, 'minute', perMinute, ((1 - bucket.tokens) * 60_000) / perMinute, now)
    }
    bucket.tokens -= 1
    bucket.usedToday += 1
    return { headers: limitHeaders(limit, bucket), refused: null }
  }

  #bucket(endpoint: Endpoint, limit: RateLimit, now: number): Bucket {
    const capacity = limit.burst ?? limit.perMinute ?? Infinity
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

function limitHeaders(limit: RateLimit, bucket: Bucket): Record<string, string> {
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

function refuse(
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
  return { headers, refused: errorReply(429, 'Too Many Attempts.', headers) }
}
