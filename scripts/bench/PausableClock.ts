import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import type { Clock } from '../../src-main/studio/world.ts'

/**
 * The system's clock, with timers that can be paused: background work, such as retries of downloads, isn't counted as a part of a
 * call during which it becomes due.
 */
export class PausableClock implements Clock {
  #isPaused = false
  readonly #due: (() => void)[] = []

  readonly now = systemClock.now

  /** A timer that is set during a pause belongs to the call that is measured, so it isn't delayed. */
  after(ms: number, run: () => void): () => void {
    const isSetDuringPause = this.#isPaused
    let isCancelled = false
    const cancel = systemClock.after(ms, () => {
      if (!this.#isPaused || isSetDuringPause) return run()
      this.#due.push(() => {
        if (!isCancelled) run()
      })
    })
    return () => {
      isCancelled = true
      cancel()
    }
  }

  /** Runs the other timers that became due during a call after it. */
  async runPaused<T>(call: () => Promise<T>): Promise<T> {
    this.#isPaused = true
    try {
      return await call()
    } finally {
      this.#isPaused = false
      for (const run of this.#due.splice(0)) run()
    }
  }
}
