import { fakeClock, type FakeClock } from '../../testing/fakeClock.ts'

/** Virtual time with a wall clock that can be wrong: timers run by true time, `now` is the wall clock. */
export class SimClock {
  readonly #trueClock = fakeClock()
  #offset = 0
  /** How often the wall clock has jumped. */
  jumps = 0

  /** True milliseconds. */
  get time(): number {
    return this.#trueClock.now()
  }

  /** Time of a machine that sleeps: no timer runs, and afterwards it is later. */
  sleep(ms: number): void {
    this.#offset += ms
    this.jumps++
  }

  /** Somebody sets the wall clock back. */
  setBack(ms: number): void {
    this.#offset -= ms
    this.jumps++
  }

  advance(ms: number): Promise<void> {
    return this.#trueClock.advance(ms)
  }

  /** Resolves after `ms` of true time. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#trueClock.after(ms, resolve))
  }

  /** The clock one life sees; its timers end with it. */
  ofSession(hasCrashed: () => boolean): FakeClock {
    return {
      now: () => Math.round(this.#trueClock.now() + this.#offset),
      after: (ms, run) => this.#trueClock.after(ms, () => !hasCrashed() && run()),
      advance: (ms) => this.advance(ms),
      pending: () => this.#trueClock.pending(),
    }
  }
}

/** Repeatable numbers, uniform in [0, 1), from a seed (xorshift32 after a mixing step). */
export function seededRandom(seed: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}
