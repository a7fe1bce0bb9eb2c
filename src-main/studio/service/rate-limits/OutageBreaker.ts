/** Without a success for this long, requests are sent one at a time. */
const COLD_MS = 60_000
/** This many failures in a row open the breaker earlier. */
const OPEN_AFTER = 3
const FIRST_PAUSE_MS = 2000
/** At most two requests are sent in this time while none succeeds. */
const TWO_WITHIN_MS = 60_500
const MAX_PAUSE_MS = 15 * 60_000

/** `limited`: refused by a rate limit. The rate limiter handles that, unless the service has accepted nothing for a while. */
export type Failure = 'limited' | 'failed' | 'unreachable'

/**
 * A circuit breaker for one kind of request on one connection. While no request succeeds, they are sent one at a time, with pauses that
 * double up to 15 minutes. Times are milliseconds of a monotonic clock.
 */
export class OutageBreaker {
  #succeededAt = Number.NEGATIVE_INFINITY
  /** Whether a request has failed since the last success. */
  #hasFailed = false
  #failures = 0
  #pauses = 0
  /** When the last request and the one before it were sent. */
  #sentAt = Number.NEGATIVE_INFINITY
  #sentBefore = Number.NEGATIVE_INFINITY
  #retryAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  #isRetryAllowed = false
  readonly #startsClosed: boolean

  /** With `startsClosed` nothing waits until a request fails, however long ago the last success was. For requests that are free. */
  constructor(startsClosed = false) {
    this.#startsClosed = startsClosed
  }

  /**
   * How long the next request has to wait; Infinity until the one in flight has its response. With `isFirst`, nothing like it was tried
   * yet, so it waits only for the limit of two requests, not for a pause.
   */
  wait(now: number, isFirst = false): number {
    if (this.#isRetryAllowed || !this.#isSuspect(now)) return 0
    if (isFirst) return Math.max(0, this.#sentBefore + TWO_WITHIN_MS - now)
    if (this.#inFlight > 0) return Number.POSITIVE_INFINITY
    if (!this.#hasFailed) return 0
    const soonest = this.#isCold(now) ? this.#sentBefore + TWO_WITHIN_MS : this.#retryAt
    return Math.max(0, soonest - now, this.#retryAt - now)
  }

  /** Whether the breaker is open: requests keep failing. */
  isOpen(now: number): boolean {
    return this.#hasFailed && this.#isSuspect(now)
  }

  take(now: number): void {
    this.#inFlight++
    if (this.#startsClosed && !this.#hasFailed) this.#succeededAt = now
    this.#sentBefore = this.#sentAt
    this.#sentAt = now
    this.#isRetryAllowed = false
  }

  /** A request passed to `take` is no longer in flight. Must be called before `succeeded` and `failed`. */
  settled(): void {
    this.#inFlight = Math.max(0, this.#inFlight - 1)
  }

  succeeded(now: number): void {
    this.#succeededAt = now
    this.#hasFailed = false
    this.#failures = 0
    this.#pauses = 0
    this.#retryAt = Number.NEGATIVE_INFINITY
    this.#isRetryAllowed = false
  }

  failed(now: number, failure: Failure): void {
    this.#hasFailed = true
    if (failure !== 'limited') this.#failures = failure === 'unreachable' ? OPEN_AFTER : this.#failures + 1
    // Requests that were in flight together fail for the same reason.
    if (!this.#isSuspect(now) || now < this.#retryAt) return
    this.#retryAt = now + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses++)
  }

  /** Lets one request through the open breaker, because the user retried or the network returned. */
  retryNow(): void {
    this.#isRetryAllowed = this.#hasFailed
  }

  #isCold(now: number): boolean {
    return now - this.#succeededAt > COLD_MS
  }

  #isSuspect(now: number): boolean {
    return this.#isCold(now) || this.#failures >= OPEN_AFTER
  }
}
