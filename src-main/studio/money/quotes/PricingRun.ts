import { CLICK_AGE_MS, isOlderThan, SEND_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import type { Clock } from '../../world.ts'

/** Calls that follow each other within this time belong to one run. */
const MAX_GAP_MS = 5_000

/**
 * The time in which the prices of an offer of many jobs were requested. Hundreds of prices take minutes, so a click may use the first of
 * them for as long as the run took, and two minutes more.
 */
export class PricingRun {
  readonly #clock: Clock
  #startedAt = 0
  #endedAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Runs `work`, which requests prices, as part of the current run or as the start of a new one. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const now = this.#clock.now()
    if (isOlderThan(MAX_GAP_MS, this.#endedAt, now)) this.#startedAt = now
    try {
      return await work()
    } finally {
      this.#endedAt = this.#clock.now()
    }
  }

  /** Whether a click may use quotes of these times (ms since the epoch). `isRefused`: the service refuses price requests for now. */
  allowsClick(quotedAt: Iterable<number>, isRefused: boolean): boolean {
    const now = this.#clock.now()
    const lasted = Math.max(0, this.#endedAt - this.#startedAt)
    const maxAge = isRefused ? SEND_AGE_MS : Math.min(SEND_AGE_MS, CLICK_AGE_MS + lasted)
    for (const time of quotedAt) if (isOlderThan(maxAge, time, now)) return false
    return true
  }
}
