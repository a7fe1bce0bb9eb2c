import type { Exchange } from '../../service/http/Exchange.ts'

/** A rate limit of a simulated service that the studio must detect. */
export interface HiddenLimit {
  /** Requests per second. */
  rate: number
  /** Requests that a full bucket allows at once. */
  burst: number
  /**
   * Whether the limit is a fixed window of a minute, which begins with its first request, instead of a token bucket.
   */
  isWindow?: boolean
  /** The value of `Retry-After` in a 429: absent, the exact wait, or whole seconds. */
  retryAfter: 'none' | 'exact' | 'seconds'
  /** Whether every response states the limit and how much remains, like those of the live service (service.md §Rate limits). */
  statesLimit?: boolean
  /** Requests per day, reset at midnight UTC. */
  perDay?: number
}

const MINUTE = 60_000
const DAY = 86_400_000

/** The rate limit of a simulated service. The studio knows it only from its responses. Times are in ms. */
export class SimRateLimit {
  readonly limit: HiddenLimit
  #tokens: number
  #filledAt: number
  #day = 0
  #usedToday = 0

  constructor(limit: HiddenLimit, now: number) {
    this.limit = limit
    this.#tokens = limit.burst
    this.#filledAt = now
  }

  /** Counts a request at `now`. `refusal` is null if the limit allows it; `retryAfterMs` is the wait that the refusal states. */
  pass(now: number): {
    headers: Record<string, string>
    refusal: { exchange: Exchange; retryAfterMs: number } | null
  } {
    const { rate, retryAfter } = this.limit
    this.#fill(now)
    const day = Math.floor(now / DAY)
    if (day !== this.#day) [this.#day, this.#usedToday] = [day, 0]
    if (this.#usedToday >= (this.limit.perDay ?? Number.POSITIVE_INFINITY)) return this.#refuseForToday(now)
    const passes = this.#tokens >= 1
    if (passes) {
      this.#tokens--
      this.#usedToday++
    }
    const headers = this.#limitHeaders()
    if (passes) return { headers, refusal: null }
    const wait = this.limit.isWindow ? (this.#filledAt + MINUTE - now) / 1000 : (1 - this.#tokens) / rate
    const retryAfterS = retryAfter === 'none' ? null : retryAfter === 'exact' ? wait : Math.ceil(wait)
    const exchange: Exchange = {
      kind: 'response',
      status: 429,
      headers: retryAfterS === null ? headers : { ...headers, 'retry-after': String(retryAfterS) },
      text: '',
      json: { message: 'Too Many Attempts.' },
    }
    return { headers, refusal: { exchange, retryAfterMs: (retryAfterS ?? 0) * 1000 } }
  }

  #fill(now: number): void {
    const { rate, burst, isWindow } = this.limit
    if (!isWindow) {
      this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * rate)
      this.#filledAt = now
    } else if (now >= this.#filledAt + MINUTE || this.#tokens === burst) {
      this.#tokens = burst
      this.#filledAt = now
    }
  }

  #refuseForToday(now: number) {
    const retryAfterMs = DAY - (now % DAY)
    const headers = {
      'x-ratelimit-type': 'daily',
      'x-ratelimit-limit': String(this.limit.perDay),
      'x-ratelimit-remaining': '0',
      'retry-after': String(Math.ceil(retryAfterMs / 1000)),
    }
    const exchange: Exchange = { kind: 'response', status: 429, headers, text: '', json: {} }
    return { headers, refusal: { exchange, retryAfterMs } }
  }

  #limitHeaders(): Record<string, string> {
    const { statesLimit, rate, perDay } = this.limit
    if (!statesLimit) return {}
    return {
      'x-ratelimit-limit': String(rate * 60),
      'x-ratelimit-remaining': String(Math.floor(this.#tokens)),
      ...(perDay !== undefined && {
        'x-ratelimit-daily-limit': String(perDay),
        'x-ratelimit-daily-remaining': String(perDay - this.#usedToday),
      }),
    }
  }
}

const perMinute = (count: number, perDay: number): HiddenLimit => ({
  rate: count / 60,
  burst: count,
  perDay,
  retryAfter: 'seconds',
  statesLimit: true,
})

/** Rate limits of the smallest account of the public service (service.md §Rate limits). */
export const smallestAccountLimits = {
  sending: perMinute(3, 100),
  polling: perMinute(50, 200),
  pricing: perMinute(50, 200),
}
