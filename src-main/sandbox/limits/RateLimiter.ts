import type { Endpoint } from '../http/Call.ts'
import { refusal, type Reply } from '../http/Reply.ts'
import type { RateLimit, RateLimits } from './RateLimit.ts'

const DAY = 86_400_000

interface Bucket {
  tokens: number
  filledAt: number
  day: number
  usedToday: number
}

interface Passage {
  /** Headers for the answer of a request that passes. */
  headers: Record<string, string>
  /** The 429 for one that does not. */
  refused: Reply | null
}

/** Token bucket per kind of request, and a count per UTC day. */
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

  pass(endpoint: Endpoint, now: number): Passage {
    const limit = this.#limits[endpoint]
    if (!limit) return { headers: {}, refused: null }
    const bucket = this.#bucket(endpoint, limit, now)
    const perMinute = limit.perMinute ?? Infinity
    const perDay = limit.perDay ?? Infinity
    if (bucket.usedToday >= perDay) {
      return refuse(limit, 'daily', perDay, DAY - (now % DAY), now)
    }
    if (bucket.tokens < 1) {
      return refuse(limit, 'minute', perMinute, ((1 - bucket.tokens) * 60_000) / perMinute, now)
    }
    bucket.tokens -= 1
    bucket.usedToday += 1
    return { headers: passHeaders(limit, bucket), refused: null }
  }

  #bucket(endpoint: Endpoint, limit: RateLimit, now: number): Bucket {
    const size = limit.burst ?? limit.perMinute ?? Infinity
    const day = Math.floor(now / DAY)
    const bucket = this.#buckets.get(endpoint) ?? { tokens: size, filledAt: now, day, usedToday: 0 }
    if (limit.perMinute !== undefined) {
      const gained = ((now - bucket.filledAt) * limit.perMinute) / 60_000
      bucket.tokens = Math.min(size, bucket.tokens + Math.max(0, gained))
    }
    bucket.filledAt = now
    if (bucket.day !== day) Object.assign(bucket, { day, usedToday: 0 })
    this.#buckets.set(endpoint, bucket)
    return bucket
  }
}

function passHeaders(limit: RateLimit, bucket: Bucket): Record<string, string> {
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
  size: number,
  waitMs: number,
  now: number,
): Passage {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const how = limit.retryAfter ?? 'seconds'
  const retryAfter = how === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString()
  const headers = {
    'x-ratelimit-limit': String(size),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-type': type,
    'x-ratelimit-source': 'account',
    ...(how === 'none' ? {} : { 'retry-after': retryAfter }),
  }
  return { headers, refused: refusal(429, 'Too Many Attempts.', headers) }
}
