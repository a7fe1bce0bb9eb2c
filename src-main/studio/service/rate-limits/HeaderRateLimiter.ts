/** The limit per minute as the headers of one response state it. */
export interface MinuteLimit {
  /** Requests per minute. */
  limit: number | null
  remaining: number | null
}

const MINUTE_MS = 60_000
const SECOND_MS = 1000
/** Slightly slower than stated, so that requests that arrive in a burst don't find an empty bucket. */
const SLACK = 0.98
/** Tokens of a token bucket that stay unused, for the same reason. */
const RESERVE = 3

/**
 * Follows a limit that the service states with each response (service.md §Rate limits): uses up what remains, then sends at the stated
 * rate. Refusals that don't fit a token bucket indicate a fixed window of a minute; then it waits for the next window. Times are in
 * milliseconds.
 */
export class HeaderRateLimiter {
  #perMinute = 1
  /** Number of requests that may be sent immediately. */
  #credit = 0
  #mostRemaining = 0
  #remaining = Number.NEGATIVE_INFINITY
  #inFlight: number
  #lastSlot: number
  #windowStart: number
  /** Null while the service behaves like a token bucket. */
  #windowEnd: number | null = null
  #opensWindow = false

  constructor(now: number, inFlight: number) {
    this.#lastSlot = now
    this.#windowStart = now
    this.#inFlight = inFlight
  }

  /** Requests per second. */
  get rate(): number {
    return this.#perMinute / 60
  }

  get #interval(): number {
    return MINUTE_MS / this.#perMinute / SLACK
  }

  /** How long the next request has to wait; Infinity until the request that opens the next window has its response. */
  wait(now: number): number {
    if (this.#credit > 0) return 0
    if (this.#windowEnd === null) return Math.max(0, this.#lastSlot + this.#interval - now)
    if (now < this.#windowEnd) return this.#windowEnd - now
    return this.#opensWindow ? Number.POSITIVE_INFINITY : 0
  }

  take(now: number): void {
    this.#inFlight++
    if (this.#windowEnd !== null && now >= this.#windowEnd && this.#credit === 0) this.#opensWindow = true
    if (this.#credit > 0) this.#credit--
    else this.#lastSlot = Math.max(this.#lastSlot + this.#interval, now)
  }

  /** A request passed to `take` is no longer in flight. Must be called before `accepted` and `refused`. */
  settled(): void {
    this.#inFlight = Math.max(0, this.#inFlight - 1)
    this.#opensWindow = false
  }

  accepted(now: number, stated: MinuteLimit | null): void {
    const isNewWindow = stated?.remaining != null && stated.remaining >= this.#remaining
    this.#read(stated)
    if (isNewWindow) this.#windowStart = now
    if (this.#windowEnd === null || now < this.#windowEnd) return
    // A new window starts with the full limit, a bucket only with its burst.
    const isWindow = this.#remaining >= this.#perMinute - 1 - this.#inFlight
    this.#windowEnd = isWindow ? now + MINUTE_MS : null
  }

  /** `retryAfterMs` is the wait that the service requested. */
  refused(now: number, retryAfterMs: number | null, stated: MinuteLimit | null): void {
    const isPaced = now - this.#windowStart > this.#interval
    this.#read(stated)
    this.#credit = 0
    this.#lastSlot = now + (retryAfterMs ?? 0) - this.#interval
    const named = retryAfterMs !== null && retryAfterMs > 0 ? now + retryAfterMs : null
    // A bucket would request a shorter wait than until the end of a window.
    if (named !== null && named > now + MINUTE_MS / this.#perMinute + SECOND_MS) this.#windowEnd = named
    else if (named === null && isPaced)
      this.#windowEnd = Math.max(now + SECOND_MS, this.#windowStart + MINUTE_MS)
  }

  #read(stated: MinuteLimit | null): void {
    if (stated?.limit != null) this.#perMinute = stated.limit
    if (stated?.remaining == null) return
    this.#remaining = stated.remaining
    this.#mostRemaining = Math.max(this.#mostRemaining, stated.remaining)
    const reserve = this.#windowEnd === null ? Math.min(RESERVE, Math.floor(this.#mostRemaining / 4)) : 0
    this.#credit = Math.max(0, stated.remaining - this.#inFlight - reserve)
  }
}
