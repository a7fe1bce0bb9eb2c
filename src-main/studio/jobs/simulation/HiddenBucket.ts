import type { Exchange } from '../../service/client/Exchange.ts'

export interface HiddenLimit {
  /** Requests a second, and at once from a full bucket. */
  rate: number
  burst: number
  /** Counts by fixed windows of a minute that begin with their first request, in place of a bucket. */
  isWindow?: boolean
  /** What `Retry-After` says in a 429: nothing, the exact wait, or whole seconds. */
  retryAfter: 'none' | 'exact' | 'seconds'
  /** Whether every response states the limit and what remains, as the live service's do (service.md §Rate limits). */
  tells?: boolean
  /** Requests a day, reset at midnight UTC. */
  perDay?: number
}

const MINUTE = 60_000
const DAY = 86_400_000

/** A service's token bucket, of which the studio knows only what the responses show. Times are milliseconds. */
export class HiddenBucket {
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

  /** Result of a request at `now`: null if it passes, otherwise the refusal with its `Retry-After`. */
  pass(now: number): {
    headers: Record<string, string>
    refusal: { exchange: Exchange; namedMs: number } | null
  } {
    const { rate, retryAfter } = this.limit
    this.#fill(now)
    const day = Math.floor(now / DAY)
    if (day !== this.#day) [this.#day, this.#usedToday] = [day, 0]
    if (this.#usedToday >= (this.limit.perDay ?? Number.POSITIVE_INFINITY)) return this.#dayOver(now)
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
      kind: 'answer',
      status: 429,
      headers: retryAfterS === null ? headers : { ...headers, 'retry-after': String(retryAfterS) },
      text: '',
      json: { message: 'Too Many Attempts.' },
    }
    return { headers, refusal: { exchange, namedMs: (retryAfterS ?? 0) * 1000 } }
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

  #dayOver(now: number) {
    const namedMs = DAY - (now % DAY)
    const headers = {
      'x-ratelimit-type': 'daily',
      'x-ratelimit-limit': String(this.limit.perDay),
      'x-ratelimit-remaining': '0',
      'retry-after': String(Math.ceil(namedMs / 1000)),
    }
    const exchange: Exchange = { kind: 'answer', status: 429, headers, text: '', json: {} }
    return { headers, refusal: { exchange, namedMs } }
  }

  #limitHeaders(): Record<string, string> {
    const { tells, rate, perDay } = this.limit
    if (!tells) return {}
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
