import type { Clock } from '../world.ts'

const FIRST_HOLD_MS = 2000
const LONGEST_GUESS_MS = 60_000

/** Leaves what could not be reached alone: for a given time, or for twice as long as the last. Limits are `LimitBook`'s matter. */
export class Holds {
  readonly #clock: Clock
  readonly #held = new Map<string, { until: number; guesses: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Time until which `name` is left alone; null where it is not. */
  heldUntil(name: string): number | null {
    const held = this.#held.get(name)
    return held && held.until > this.#clock.now() ? held.until : null
  }

  /** Leaves `name` alone for `ms`, or for twice as long as last time; answers until when. */
  hold(name: string, ms: number | null): number {
    const guesses = (this.#held.get(name)?.guesses ?? -1) + 1
    const guess = Math.min(LONGEST_GUESS_MS, FIRST_HOLD_MS * 2 ** guesses)
    const until = this.#clock.now() + (ms ?? guess)
    this.#held.set(name, { until, guesses })
    return until
  }

  /** It was reached: the next guess starts small again. */
  release(name: string): void {
    this.#held.delete(name)
  }

  shift(by: number): void {
    for (const held of this.#held.values()) held.until += by
  }

  /** What is left alone now. */
  held(): string[] {
    return [...this.#held.keys()].filter((name) => this.heldUntil(name) !== null)
  }
}
