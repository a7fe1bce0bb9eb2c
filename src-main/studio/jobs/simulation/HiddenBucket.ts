import type { Exchange } from '../../service/Exchange.ts'

export interface HiddenLimit {
  /** Requests a second, and at once from a full bucket. */
  rate: number
  burst: number
  /** What a refusal says of when to come back: nothing, the exact wait, or whole seconds. */
  retryAfter: 'none' | 'exact' | 'seconds'
  /** Whether every answer tells the limit and what remains, as the live service's do (facts.md §4). */
  tells?: boolean
}

/** A service's token bucket, of which the studio knows only what the answers show. Times are milliseconds. */
export class HiddenBucket {
  readonly limit: HiddenLimit
  #tokens: number
  #filledAt: number

  constructor(limit: HiddenLimit, now: number) {
    this.limit = limit
    this.#tokens = limit.burst
    this.#filledAt = now
  }

  /** What a request at `now` gets: null where it passes, else its refusal, with the wait it names. */
  pass(now: number): {
    headers: Record<string, string>
    refusal: { exchange: Exchange; namedMs: number } | null
  } {
    const { rate, burst, retryAfter } = this.limit
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * rate)
    this.#filledAt = now
    const passes = this.#tokens >= 1
    if (passes) this.#tokens--
    const headers = this.#words()
    if (passes) return { headers, refusal: null }
    const wait = (1 - this.#tokens) / rate
    const told = retryAfter === 'none' ? null : retryAfter === 'exact' ? wait : Math.ceil(wait)
    const exchange: Exchange = {
      kind: 'answer',
      status: 429,
      headers: told === null ? headers : { ...headers, 'retry-after': String(told) },
      text: '',
      json: { message: 'Too Many Attempts.' },
    }
    return { headers, refusal: { exchange, namedMs: (told ?? 0) * 1000 } }
  }

  #words(): Record<string, string> {
    const { tells, rate } = this.limit
    if (!tells) return {}
    return {
      'x-ratelimit-limit': String(rate * 60),
      'x-ratelimit-remaining': String(Math.floor(this.#tokens)),
    }
  }
}
