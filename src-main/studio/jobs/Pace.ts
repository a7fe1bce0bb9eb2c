import type { Clock } from '../world.ts'

const FIRST_HOLD_MS = 2000
const LONGEST_GUESS_MS = 60_000
const LONGEST_HOLD_MS = 24 * 3_600_000

/** Holds requests of one kind to one connection back after a 429, for as long as the service says or a growing guess. */
export class Pace {
  readonly #clock: Clock
  readonly #held = new Map<string, { until: number; guesses: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Time until which `lane` waits, or null where it is free. */
  heldUntil(lane: string): number | null {
    const held = this.#held.get(lane)
    return held && held.until > this.#clock.now() ? held.until : null
  }

  /** Holds `lane` for what the service said, or twice as long as last time; answers until when. */
  hold(lane: string, retryAfterMs: number | null): number {
    const guesses = (this.#held.get(lane)?.guesses ?? -1) + 1
    const guess = Math.min(LONGEST_GUESS_MS, FIRST_HOLD_MS * 2 ** guesses)
    const until = this.#clock.now() + Math.min(LONGEST_HOLD_MS, Math.max(retryAfterMs ?? guess, 250))
    this.#held.set(lane, { until, guesses })
    return until
  }

  /** A request went through: the next guess starts small again. */
  release(lane: string): void {
    this.#held.delete(lane)
  }

  /** Lanes that wait now. */
  heldLanes(): string[] {
    const now = this.#clock.now()
    return [...this.#held].filter(([, { until }]) => until > now).map(([lane]) => lane)
  }

  /** Earliest end of a hold, or null. */
  nextRelease(): number | null {
    const now = this.#clock.now()
    const ends = [...this.#held.values()].map(({ until }) => until).filter((until) => until > now)
    return ends.length > 0 ? Math.min(...ends) : null
  }
}
