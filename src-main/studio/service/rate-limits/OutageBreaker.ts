/** Without a success for so long, requests go one at a time. */
const COLD_MS = 60_000
/** So many failures in a row open the breaker before that. */
const OPEN_AFTER = 3
const FIRST_PAUSE_MS = 2000
/** At most two requests in so much time while there is no success. */
const TWO_WITHIN_MS = 60_500
const MAX_PAUSE_MS = 15 * 60_000

/** `limited`: refused for its rate, which the rate limiter handles until the service has accepted nothing for a while. */
export type Failure = 'limited' | 'failed' | 'unreachable'

/**
 * A circuit breaker for one kind of request on one connection. While there is no success one request goes at a time, with pauses
 * that double up to a quarter of an hour. Times are milliseconds of a monotonic clock.
 */
export class OutageBreaker {
  #succeededAt = Number.NEGATIVE_INFINITY
  /** Since the last success. */
  #hasFailed = false
  #failures = 0
  #pauses = 0
  /** When the last request and the one before it were sent. */
  #sentAt = Number.NEGATIVE_INFINITY
  #sentBefore = Number.NEGATIVE_INFINITY
  #retryAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  #isRetryWanted = false
  readonly #isTrusting: boolean

  /** `isTrusting`: until a request fails all may go, however long ago the last success was; for those that can't be charged. */
  constructor(isTrusting = false) {
    this.#isTrusting = isTrusting
  }

  /**
   * How long the next request has to wait; Infinity: until the one in flight is answered. `isFirst`: nothing like it was tried
   * yet, so it waits for no pause, only for the limit of two.
   */
  wait(now: number, isFirst = false): number {
    if (this.#isRetryWanted || !this.#isSuspect(now)) return 0
    if (isFirst) return Math.max(0, this.#sentBefore + TWO_WITHIN_MS - now)
    if (this.#inFlight > 0) return Number.POSITIVE_INFINITY
    if (!this.#hasFailed) return 0
    const soonest = this.#isCold(now) ? this.#sentBefore + TWO_WITHIN_MS : this.#retryAt
    return Math.max(0, soonest - now, this.#retryAt - now)
  }

  /** Whether requests fail one after another. */
  isOpen(now: number): boolean {
    return this.#hasFailed && this.#isSuspect(now)
  }

  take(now: number): void {
    this.#inFlight++
    if (this.#isTrusting && !this.#hasFailed) this.#succeededAt = now
    this.#sentBefore = this.#sentAt
    this.#sentAt = now
    this.#isRetryWanted = false
  }

  /** A request that was taken is in flight no longer; to be called before `succeeded` and `failed`. */
  settled(): void {
    this.#inFlight = Math.max(0, this.#inFlight - 1)
  }

  succeeded(now: number): void {
    this.#succeededAt = now
    this.#hasFailed = false
    this.#failures = 0
    this.#pauses = 0
    this.#retryAt = Number.NEGATIVE_INFINITY
    this.#isRetryWanted = false
  }

  failed(now: number, how: Failure): void {
    this.#hasFailed = true
    if (how !== 'limited') this.#failures = how === 'unreachable' ? OPEN_AFTER : this.#failures + 1
    // Requests that were in flight together show the same failure.
    if (!this.#isSuspect(now) || now < this.#retryAt) return
    this.#retryAt = now + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses++)
  }

  /** Lets one request through at once: the user asked for it, or the network returned. */
  retryNow(): void {
    this.#isRetryWanted = this.#hasFailed
  }

  #isCold(now: number): boolean {
    return now - this.#succeededAt > COLD_MS
  }

  #isSuspect(now: number): boolean {
    return this.#isCold(now) || this.#failures >= OPEN_AFTER
  }
}
