import type { Clock } from '../../world.ts'

const WINDOW = 30_000
/** A body with fewer bytes than this per window counts as stalled. */
const LEAST = 1024

/** Calls `onStall` when almost nothing arrived for 30 seconds. */
export class StallWatch {
  readonly #clock: Clock
  readonly #onStall: () => void
  readonly #arrived: () => number
  #before = 0
  #cancel: () => void

  constructor(clock: Clock, arrived: () => number, onStall: () => void) {
    this.#clock = clock
    this.#arrived = arrived
    this.#onStall = onStall
    this.#cancel = clock.after(WINDOW, () => this.#look())
  }

  stop(): void {
    this.#cancel()
  }

  #look(): void {
    const now = this.#arrived()
    if (now - this.#before < LEAST) return this.#onStall()
    this.#before = now
    this.#cancel = this.#clock.after(WINDOW, () => this.#look())
  }
}
