import { systemClock } from '../../../src-main/hosts/shared/world/systemClock.ts'
import type { Clock } from '../../../src-main/studio/world.ts'

/**
 * The system's clock, with timers that can be paused, so that background work that becomes due during a measured
 * call, such as a retried download, isn't counted as part of the call.
 */
export class PausableClock implements Clock {
  /** Number of the pause; null while there is none. */
  #pause: number | null = null
  #pauseCount = 0
  readonly #due: (() => void)[] = []

  readonly now = systemClock.now

  /** A timer that is set and becomes due during the same pause belongs to the measured call, so it isn't delayed. */
  after(ms: number, run: () => void): () => void {
    const pause = this.#pause
    let isCancelled = false
    const cancel = systemClock.after(ms, () => {
      if (this.#pause === null || this.#pause === pause) return run()
      this.#due.push(() => {
        if (!isCancelled) run()
      })
    })
    return () => {
      isCancelled = true
      cancel()
    }
  }

  /** Makes a call. Timers that were set before it and become due meanwhile run after it. */
  async runPaused<T>(call: () => Promise<T>): Promise<T> {
    this.#pause = ++this.#pauseCount
    try {
      return await call()
    } finally {
      this.#pause = null
      for (const run of this.#due.splice(0)) run()
    }
  }
}
