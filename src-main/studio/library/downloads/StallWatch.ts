import type { Clock } from '../../world.ts'

const WINDOW_MS = 30_000
/** A body with fewer bytes than this per window counts as stalled. */
const MIN_BYTES = 1024

/** Calls `onStall` when almost no bytes arrived for 30 seconds. */
export class StallWatch {
  readonly #clock: Clock
  readonly #onStall: () => void
  readonly #receivedBytes: () => number
  #previous = 0
  #cancel: () => void

  constructor(clock: Clock, receivedBytes: () => number, onStall: () => void) {
    this.#clock = clock
    this.#receivedBytes = receivedBytes
    this.#onStall = onStall
    this.#cancel = clock.after(WINDOW_MS, () => this.#check())
  }

  stop(): void {
    this.#cancel()
  }

  #check(): void {
    const received = this.#receivedBytes()
    if (received - this.#previous < MIN_BYTES) return this.#onStall()
    this.#previous = received
    this.#cancel = this.#clock.after(WINDOW_MS, () => this.#check())
  }
}
