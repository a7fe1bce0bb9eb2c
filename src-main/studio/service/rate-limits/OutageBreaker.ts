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
  /** The last failure since the last success. */
  #lastFailure: Failure | null = null
  #pauseCount = 0
  /** When the last request and the one before it were sent. */
  #sentAt = Number.NEGATIVE_INFINITY
  #previousSentAt = Number.NEGATIVE_INFINITY
  /** When the current pause ends. */
  #retryAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  /** Whether the next request may be sent despite the open breaker. */
  #isRetryAllowed = false
  /** Null for requests that must be sent one at a time until the first success. */
  readonly #failuresToOpen: number | null

  /**
   * With `failuresToOpen`, the breaker opens only after a minute without a success in which that many requests failed, or after one failure
   * that concerns all requests. For requests about single jobs, which may fail because of the job.
   */
  constructor({ failuresToOpen = null }: { failuresToOpen?: number | null } = {}) {
    this.#failuresToOpen = failuresToOpen
  }

  /** How long the next request has to wait in milliseconds; Infinity until the one in flight has its response. */
  getWait(now: number): number {
    if (this.#isRetryAllowed || !this.#isRestricted(now)) return 0
    if (this.#inFlight > 0) return Number.POSITIVE_INFINITY
    if (!this.#hasFailed) return 0
    const soonest = this.#hasNoRecentSuccess(now) ? this.#previousSentAt + TWO_REQUESTS_MS : this.#retryAt
    return Math.max(0, soonest - now, this.#retryAt - now)
  }

  /** Whether the breaker is open: requests keep failing. */
  isOpen(now: number): boolean {
    return this.#hasFailed && this.#isRestricted(now)
  }

  /** Whether the last request could not even be sent. */
  get isUnreachable(): boolean {
    return this.#lastFailure === 'unreachable'
  }

  /** Whether the last request was rejected by a rate limit. */
  get isLimited(): boolean {
    return this.#lastFailure === 'limited'
  }

  recordSent(now: number): void {
    this.#inFlight++
    // The first minute of an outage begins with the last request before it.
    if (this.#failuresToOpen !== null && !this.#hasFailed) this.#succeededAt = now
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
    this.#lastFailure = null
    this.#pauseCount = 0
    this.#retryAt = Number.NEGATIVE_INFINITY
    this.#isRetryAllowed = false
  }

  recordFailure(now: number, failure: Failure): void {
    this.#hasFailed = true
    this.#lastFailure = failure
    if (failure === 'unreachable') this.#failureCount = Math.max(this.#failureCount, OPEN_AFTER)
    if (failure === 'failed') this.#failureCount++
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
    if (this.#failuresToOpen === null)
      return this.#hasNoRecentSuccess(now) || this.#failureCount >= OPEN_AFTER
    if (this.isUnreachable) return true
    const isAboutAll = this.isLimited || this.#failureCount >= this.#failuresToOpen
    return isAboutAll && this.#hasNoRecentSuccess(now)
  }
}
