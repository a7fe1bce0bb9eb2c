/**
 * Growth of the rate with each accepted request, as a share of the rate after the last rejection: a rough step while
 * the limit is only roughly known, a fine one later.
 */
const ROUGH_STEP = 0.012
const FINE_STEP = 0.00035
/** Number of accepted requests between two rejections that makes the measured rate reliable. */
const MIN_SAMPLE = 20
/** The step doubles after this many accepted requests in a row, so that a raised limit is found soon. */
const DOUBLE_STEP_AFTER = 200
/** A rejection lowers the rate to the rate measured since the last rejection, within these shares of the current rate. */
const MIN_RATE_SHARE = 0.8
const MAX_RATE_SHARE = 0.94
/**
 * A pause between two requests counts in the measured rate only up to this time, because the rest isn't due to the
 * limit.
 */
const MAX_COUNTED_PAUSE_MS = 60_000
/** Timers may fire this late without slowing the rate. */
const MAX_TIMER_DELAY_MS = 20
/** Requests per second that are always allowed: one in ten minutes. */
const MIN_RATE = 1 / 600
/**
 * Requests per second that a limit may grow to. After a higher one, too many rejections would be needed to get back to
 * the limit.
 */
const MAX_RATE = 1000

/**
 * Finds a rate limit that the service doesn't state: an increase with each accepted request, which grows while none is rejected, and a
 * multiplicative decrease with each rejection (similar to AIMD). Until two rejections have been seen, requests are not limited. Times are in milliseconds.
 */
export class AdaptiveRateLimiter {
  #rate: number | null = null
  /** The rate after the last rejection; growth is a share of it. */
  #baseRate = 0
  #step = ROUGH_STEP
  /** Requests accepted since the last rejection. */
  #acceptedCount = 0
  /** When the first of the latest rejections in a row came: the service's bucket was empty then. */
  #emptyAt: number | null = null
  /** The sum of the pauses since then that don't count in the measured rate. */
  #idleMs = 0
  #sentAt: number | null = null
  /** When the next request may be sent. */
  #nextSlot = 0

  /** Requests per second; null until a limit is found. */
  get rate(): number | null {
    return this.#rate
  }

  /** Time between two requests; 0 until a limit is found. */
  get interval(): number {
    return this.#rate === null ? 0 : 1000 / this.#rate
  }

  /** How long the next request has to wait, in milliseconds. */
  getWait(now: number): number {
    return this.#rate === null ? 0 : Math.max(0, this.#nextSlot - now)
  }

  recordSent(now: number): void {
    // Once there is a rate, its own pauses are part of what is measured.
    if (this.#sentAt !== null && this.#rate === null)
      this.#idleMs += Math.max(0, now - this.#sentAt - MAX_COUNTED_PAUSE_MS)
    this.#sentAt = now
    this.#nextSlot = Math.max(this.#nextSlot, now - MAX_TIMER_DELAY_MS) + this.interval
  }

  recordAccepted(): void {
    this.#acceptedCount++
    if (this.#rate === null) return
    this.#rate = Math.min(MAX_RATE, this.#rate + this.#baseRate * this.#step)
    if (this.#acceptedCount % DOUBLE_STEP_AFTER === 0) this.#step *= 2
  }

  /** Must be called only once for requests that were in flight together. */
  recordRejected(now: number): void {
    const count = this.#acceptedCount
    const measured =
      this.#emptyAt === null ? null : (count * 1000) / Math.max(1, now - this.#emptyAt - this.#idleMs)
    // Without an accepted request since the last rejection there is nothing to measure yet.
    if (this.#emptyAt !== null && count === 0) return
    this.#emptyAt = now
    this.#idleMs = 0
    this.#acceptedCount = 0
    if (measured === null) return
    this.#step = this.#rate === null || count < MIN_SAMPLE ? ROUGH_STEP : FINE_STEP
    const lowered =
      this.#rate === null
        ? measured
        : Math.min(this.#rate * MAX_RATE_SHARE, Math.max(this.#rate * MIN_RATE_SHARE, measured))
    this.#rate = this.#baseRate = Math.max(MIN_RATE, lowered)
  }
}
