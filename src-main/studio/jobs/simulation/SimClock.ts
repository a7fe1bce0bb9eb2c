import { fakeClock, type FakeClock } from '../../testing/fakeClock.ts'

/** Virtual time with a system clock that can be wrong. Timers run by true time; `now` is the system clock. */
export class SimClock {
  readonly #trueClock = fakeClock()
  #offset = 0
  /** How often the system clock has jumped. */
  jumps = 0

  /** True time in milliseconds. */
  get time(): number {
    return this.#trueClock.now()
  }

  /** Lets the machine sleep: the system clock continues, but no timer runs. */
  sleep(ms: number): void {
    this.#offset += ms
    this.jumps++
  }

  /** Sets the system clock back. */
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

  /** The clock of one session. Its timers stop when the session crashes. */
  ofSession(hasCrashed: () => boolean): FakeClock {
    return {
      now: () => Math.round(this.#trueClock.now() + this.#offset),
      after: (ms, run) => this.#trueClock.after(ms, () => !hasCrashed() && run()),
      advance: (ms) => this.advance(ms),
      pending: () => this.#trueClock.pending(),
    }
  }
}

/** Returns a generator of repeatable random numbers, uniform in [0, 1): xorshift32, with a mixed seed. */
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
