import { fakeClock, type FakeClock } from '../../testing/fakeClock.ts'

/** Virtual time with a wall clock that can be wrong: timers run by true time, `now` is the wall clock. */
export class SimClock {
  readonly #truth = fakeClock()
  #offset = 0
  /** How often the wall clock has jumped. */
  jumps = 0

  /** True milliseconds. */
  get time(): number {
    return this.#truth.now()
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
    return this.#truth.advance(ms)
  }

  /** Resolves after `ms` of true time. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#truth.after(ms, resolve))
  }

  /** The clock one life sees; its timers end with it. */
  ofLife(isDead: () => boolean): FakeClock {
    return {
      now: () => Math.round(this.#truth.now() + this.#offset),
      after: (ms, run) => this.#truth.after(ms, () => !isDead() && run()),
      advance: (ms) => this.advance(ms),
      pending: () => this.#truth.pending(),
    }
  }
}

/** Repeatable numbers, uniform in [0, 1), from a seed (xorshift32 after a mixing step). */
export function seededDice(seed: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}
