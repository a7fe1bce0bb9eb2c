/** Requests are sent one at a time when none has succeeded for this long. */
const SUCCESS_VALID_MS = 60_000
/** This many failures in a row open the breaker even if the last success is recent. */
const OPEN_AFTER = 3
const FIRST_PAUSE_MS = 2000
/** While no request succeeds, at most two are sent in this time: a minute and a margin. */
const TWO_REQUESTS_MS = 60_500
const MAX_PAUSE_MS = 15 * 60_000

/** `limited`: rejected by a rate limit. The rate limiter handles that, unless the service has accepted nothing for a while. */
export type Failure = 'limited' | 'failed' | 'unreachable'

/**
 * A circuit breaker for one kind of request on one connection. While no request succeeds, they are sent one at a time, with pauses that
 * double up to 15 minutes. Times are milliseconds of a monotonic clock.
 */
export class OutageBreaker {
  #succeededAt = Number.NEGATIVE_INFINITY
  /** Whether a request has failed since the last success. */
  #hasFailed = false
  #failureCount = 0
  #pauseCount = 0
  /** When the last request and the one before it were sent. */
  #sentAt = Number.NEGATIVE_INFINITY
  #previousSentAt = Number.NEGATIVE_INFINITY
  /** When the current pause ends. */
  #retryAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  /** Whether the next request may be sent despite the open breaker. */
  #isRetryAllowed = false
  readonly #isInitiallyClosed: boolean

  /**
   * With `isInitiallyClosed`, requests wait only after one has failed, however long ago the last success was. For requests that cost
   * nothing, such as downloads.
   */
  constructor(isInitiallyClosed = false) {
    this.#isInitiallyClosed = isInitiallyClosed
  }

  /**
   * How long the next request has to wait in milliseconds; Infinity until the one in flight has its response. With
   * `isFirstAttempt`, this request was never tried before, so it waits only for the limit of two requests, not for a pause.
   */
  getWait(now: number, isFirstAttempt = false): number {
    if (this.#isRetryAllowed || !this.#isRestricted(now)) return 0
    if (isFirstAttempt) return Math.max(0, this.#previousSentAt + TWO_REQUESTS_MS - now)
    if (this.#inFlight > 0) return Number.POSITIVE_INFINITY
    if (!this.#hasFailed) return 0
    const soonest = this.#hasNoRecentSuccess(now) ? this.#previousSentAt + TWO_REQUESTS_MS : this.#retryAt
    return Math.max(0, soonest - now, this.#retryAt - now)
  }

  /** Whether the breaker is open: requests keep failing. */
  isOpen(now: number): boolean {
    return this.#hasFailed && this.#isRestricted(now)
  }

  recordSent(now: number): void {
    this.#inFlight++
    if (this.#isInitiallyClosed && !this.#hasFailed) this.#succeededAt = now
    this.#previousSentAt = this.#sentAt
    this.#sentAt = now
    this.#isRetryAllowed = false
  }

  /** A request passed to `recordSent` is no longer in flight. Must be called before `recordSuccess` and `recordFailure`. */
  recordSettled(): void {
    this.#inFlight = Math.max(0, this.#inFlight - 1)
  }

  recordSuccess(now: number): void {
    this.#succeededAt = now
    this.#hasFailed = false
    this.#failureCount = 0
    this.#pauseCount = 0
    this.#retryAt = Number.NEGATIVE_INFINITY
    this.#isRetryAllowed = false
  }

  recordFailure(now: number, failure: Failure): void {
    this.#hasFailed = true
    if (failure !== 'limited')
      this.#failureCount = failure === 'unreachable' ? OPEN_AFTER : this.#failureCount + 1
    // Requests that were in flight together fail for the same reason.
    if (!this.#isRestricted(now) || now < this.#retryAt) return
    this.#retryAt = now + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauseCount++)
  }

  /** Lets one request through the open breaker, because the user retried or the network returned. */
  allowRetry(): void {
    this.#isRetryAllowed = this.#hasFailed
  }

  #hasNoRecentSuccess(now: number): boolean {
    return now - this.#succeededAt > SUCCESS_VALID_MS
  }

  #isRestricted(now: number): boolean {
    if (this.#isInitiallyClosed && !this.#hasFailed) return false
    return this.#hasNoRecentSuccess(now) || this.#failureCount >= OPEN_AFTER
  }
}
