/** Growth with each accepted request, as a share of the rate after the last refusal: while only roughly known, and later. */
const ROUGH_STEP = 0.012
const FINE_STEP = 0.00035
/** So many accepted requests between two refusals make a measurement. */
const WELL_MEASURED = 20
/** The step doubles after so many accepted requests in a row, so that a raised limit is found soon. */
const DOUBLE_STEP_AFTER = 200
/** A refusal lowers the rate to what was measured since the last one, within these shares of it. */
const MIN_LEFT = 0.8
const MAX_LEFT = 0.94
/** How late a timer may be without slowing the pace. */
const TIMER_LATE_MS = 20
/** Requests a second that are always allowed: one in ten minutes. */
const SLOWEST = 1 / 600

/**
 * Finds a rate limit that the service does not state: additive increase with each accepted request, gentle multiplicative decrease
 * with each refusal (AIMD). Without a refusal nothing is paced. Times are milliseconds.
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

  /** Requests a second; null while no limit was met. */
  get rate(): number | null {
    return this.#rate
  }

  /** Time between two requests; 0 while no limit was met. */
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

  /** To be called once for requests that were in flight together. */
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
    this.#rate = this.#base = Math.max(SLOWEST, lowered)
  }
}
