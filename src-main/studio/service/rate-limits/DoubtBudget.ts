/** Of ten requests, at most one is about a job in doubt. */
const TOKENS_PER_SUCCESS = 1 / 9
const MAX_TOKENS = 2
/** Requests that were not delayed although no token was left are paid back by later successes, up to this many. */
const MAX_DEBT = 20
/** Independently of tokens, at most two requests are sent in this time: a minute and a margin. */
const TWO_REQUESTS_MS = 60_500
/** In the first minute of an outage, which begins with the last request before it, only the pauses between requests count. */
const GRACE_MS = 60_000
const IDLE_MS = 10 * 60_000
const FIRST_PAUSE_MS = 2000
const MAX_PAUSE_MS = 15 * 60_000

/**
 * How many requests a connection spends on jobs in doubt: those whose last request failed, perhaps only because of the job itself. They
 * share a tenth of the successful requests or two requests a minute, whichever is more, so that they delay no other job. While nothing
 * succeeds, pauses that double up to a quarter of an hour are added. Times are milliseconds of a monotonic clock.
 */
export class DoubtBudget {
  #tokens = 0
  /** When the last request and the one before it were sent. */
  #sentAt = Number.NEGATIVE_INFINITY
  #previousSentAt = Number.NEGATIVE_INFINITY
  /** When the last request about another job was sent. */
  #inOrderAt = Number.NEGATIVE_INFINITY
  #graceUntil = Number.NEGATIVE_INFINITY
  #pauseCount = 0
  #pausedUntil = Number.NEGATIVE_INFINITY
  #isRetryAllowed = false
  /** When a request last succeeded. */
  succeededAt = Number.NEGATIVE_INFINITY

  /** How long the next request has to wait in milliseconds. `isRecent`: the job has failed only a few times, so it waits for no pause. */
  getWait(now: number, isRecent: boolean): number {
    if (this.#isRetryAllowed || this.#tokens >= 1) return 0
    const pause = this.#pausedUntil - now
    const wait = Math.max(this.#previousSentAt + TWO_REQUESTS_MS - now, isRecent ? 0 : pause)
    return Math.max(0, now < this.#graceUntil ? Math.min(wait, pause) : wait)
  }

  /** A request about a job that is not in doubt is sent. */
  recordInOrder(now: number): void {
    this.#inOrderAt = now
  }

  /** A request about a job in doubt is sent. */
  recordSent(now: number): void {
    this.recordRetry()
    if (this.#pauseCount === 0 && now - this.#sentAt > IDLE_MS) this.#graceUntil = this.#inOrderAt + GRACE_MS
    this.#previousSentAt = this.#sentAt
    this.#sentAt = now
    this.#pausedUntil = now + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauseCount++)
    this.#isRetryAllowed = false
  }

  /** A request about a job in doubt is sent without waiting. It only uses up what later ones may spend. */
  recordRetry(): void {
    this.#tokens = Math.max(-MAX_DEBT, this.#tokens - 1)
  }

  /** A request about any job succeeded. */
  recordSuccess(now: number): void {
    this.#tokens = Math.min(MAX_TOKENS, this.#tokens + TOKENS_PER_SUCCESS)
    this.succeededAt = now
    this.#pauseCount = 0
    this.#pausedUntil = Number.NEGATIVE_INFINITY
    this.#graceUntil = Number.NEGATIVE_INFINITY
  }

  /** Lets one request through, because the user retried or the network returned. */
  allowRetry(): void {
    this.#isRetryAllowed = true
  }
}
