/** The limit per minute as the headers of one response state it. */
export interface MinuteLimit {
  /** Requests per minute. */
  limit: number | null
  remaining: number | null
}

const MINUTE_MS = 60_000
const SECOND_MS = 1000
/** Share of the stated rate that is used, because requests may arrive in a burst and find the bucket empty. */
const RATE_SHARE = 0.98
/** Tokens of a token bucket that stay unused, for the same reason; at most a quarter of the bucket. */
const RESERVED_TOKENS = 3

/**
 * Follows a limit that the service states with each response (service.md §Rate limits): uses the remaining requests, then sends at the
 * stated rate. Rejections that don't fit a token bucket indicate a fixed window of a minute; then it waits for the next window. Times
 * are in milliseconds.
 */
export class HeaderRateLimiter {
  #perMinute = 1
  /** Number of requests that may be sent immediately. */
  #availableTokens = 0
  /** The highest remainder stated so far, which shows how large the bucket is. */
  #mostRemaining = 0
  /** The last stated remainder. */
  #remaining = Number.NEGATIVE_INFINITY
  #respondedAt = Number.NEGATIVE_INFINITY
  #inFlight: number
  /** The time for which the last request was scheduled at the stated rate. */
  #lastSlot: number
  #windowStart: number
  /** Null while the service behaves like a token bucket. */
  #windowEnd: number | null = null
  /** Whether the first request after the end of a window has no response yet. */
  #isWindowOpening = false

  /** `inFlight` is the number of requests without a response. */
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
    return MINUTE_MS / this.#perMinute / RATE_SHARE
  }

  /** How long the next request has to wait; Infinity until the request that opens the next window has its response. */
  getWait(now: number): number {
    if (this.#availableTokens > 0) return 0
    if (this.#windowEnd === null) return Math.max(0, this.#lastSlot + this.#interval - now)
    if (now < this.#windowEnd) return this.#windowEnd - now
    return this.#isWindowOpening ? Number.POSITIVE_INFINITY : 0
  }

  recordSent(now: number): void {
    this.#inFlight++
    if (this.#windowEnd !== null && now >= this.#windowEnd && this.#availableTokens === 0)
      this.#isWindowOpening = true
    if (this.#availableTokens > 0) this.#availableTokens--
    else this.#lastSlot = Math.max(this.#lastSlot + this.#interval, now)
  }

  /** A request passed to `recordSent` is no longer in flight. Must be called before `recordAccepted` and `recordRejected`. */
  recordSettled(): void {
    this.#inFlight = Math.max(0, this.#inFlight - 1)
    this.#isWindowOpening = false
  }

  /** `sentAt`: when its request was sent. */
  recordAccepted(now: number, stated: MinuteLimit | null, sentAt = now): void {
    const isNewWindow = stated?.remaining != null && stated.remaining >= this.#remaining
    this.#applyHeaders(now, stated, sentAt)
    if (isNewWindow) this.#windowStart = now
    if (this.#windowEnd === null || now < this.#windowEnd) return
    // A new window starts with the full limit, a refilled token bucket only with its burst.
    const isWindow = this.#remaining >= this.#perMinute - 1 - this.#inFlight
    this.#windowEnd = isWindow ? now + MINUTE_MS : null
  }

  /** `retryAfterMs` is the wait that the service requested. */
  recordRejected(now: number, retryAfterMs: number | null, stated: MinuteLimit | null): void {
    // Not the first requests of a window, which may be too many at once for the service.
    const isAfterBurst = now - this.#windowStart > this.#interval
    this.#applyHeaders(now, stated, now)
    this.#availableTokens = 0
    this.#lastSlot = now + (retryAfterMs ?? 0) - this.#interval
    const requestedResumeAt = retryAfterMs !== null && retryAfterMs > 0 ? now + retryAfterMs : null
    // A bucket would request a shorter wait than until the end of a window.
    if (requestedResumeAt !== null && requestedResumeAt > now + MINUTE_MS / this.#perMinute + SECOND_MS)
      this.#windowEnd = requestedResumeAt
    else if (requestedResumeAt === null && isAfterBurst)
      this.#windowEnd = Math.max(now + SECOND_MS, this.#windowStart + MINUTE_MS)
  }

  #applyHeaders(now: number, stated: MinuteLimit | null, sentAt: number): void {
    if (stated?.limit != null) this.#perMinute = stated.limit
    if (stated?.remaining == null) return
    // Responses can overtake each other, so of those that were in flight together the lowest remainder applies.
    this.#remaining = Math.min(stated.remaining, sentAt < this.#respondedAt ? this.#remaining : Infinity)
    this.#respondedAt = now
    this.#mostRemaining = Math.max(this.#mostRemaining, stated.remaining)
    const reserve =
      this.#windowEnd === null ? Math.min(RESERVED_TOKENS, Math.floor(this.#mostRemaining / 4)) : 0
    this.#availableTokens = Math.max(0, this.#remaining - this.#inFlight - reserve)
  }
}
