/** Growth with each accepted request, as a share of the rate after the last refusal: while the limit is only roughly known, and later. */
const ROUGH_STEP = 0.012
const FINE_STEP = 0.00035
/** Number of accepted requests between two refusals that make a reliable measurement. */
const WELL_MEASURED = 20
/** The step doubles after this many accepted requests in a row, so that a raised limit is found soon. */
const DOUBLE_STEP_AFTER = 200
/** A refusal lowers the rate to the rate measured since the last refusal, within these shares of the current rate. */
const MIN_LEFT = 0.8
const MAX_LEFT = 0.94
/** Timers may be this late without slowing the rate. */
const TIMER_LATE_MS = 20
/** Requests per second that are always allowed: one in ten minutes. */
const MIN_RATE = 1 / 600

/**
 * Finds a rate limit that the service doesn't state: additive increase with each accepted request, gentle multiplicative decrease with
 * each refusal (AIMD). Until the first refusal, requests are not limited. Times are in milliseconds.
 */
export class AdaptiveRateLimiter {
  #rate: number | null = null
  /** The rate after the last refusal; growth is a share of it. */
  #base = 0
  #step = ROUGH_STEP
  #accepted = 0
  /** When the service's bucket was last known to be empty. */
  #emptyAt: number | null = null
  #nextSlot = 0

  /** Requests per second; null until a limit is found. */
  get rate(): number | null {
    return this.#rate
  }

  /** Time between two requests; 0 until a limit is found. */
  get interval(): number {
    return this.#rate === null ? 0 : 1000 / this.#rate
  }

  /** How long the next request has to wait. */
  wait(now: number): number {
    return this.#rate === null ? 0 : Math.max(0, this.#nextSlot - now)
  }

  take(now: number): void {
    this.#nextSlot = Math.max(this.#nextSlot, now - TIMER_LATE_MS) + this.interval
  }

  accepted(): void {
    this.#accepted++
    if (this.#rate === null) return
    this.#rate += this.#base * this.#step
    if (this.#accepted % DOUBLE_STEP_AFTER === 0) this.#step *= 2
  }

  /** Must be called only once for requests that were in flight together. */
  refused(now: number): void {
    const count = this.#accepted
    const measured = this.#emptyAt === null ? null : (count * 1000) / Math.max(1, now - this.#emptyAt)
    // A refusal with nothing accepted since the last one adds no information.
    if (this.#emptyAt !== null && count === 0) return
    this.#emptyAt = now
    this.#accepted = 0
    if (measured === null) return
    this.#step = this.#rate === null || count < WELL_MEASURED ? ROUGH_STEP : FINE_STEP
    const lowered =
      this.#rate === null
        ? measured
        : Math.min(this.#rate * MAX_LEFT, Math.max(this.#rate * MIN_LEFT, measured))
    this.#rate = this.#base = Math.max(MIN_RATE, lowered)
  }
}
