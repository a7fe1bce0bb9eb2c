import type { SandboxClock } from '../clock.ts'

/** A clock that stands still until it is moved; sleeping takes no time and is noted. */
export interface FakeClock extends SandboxClock {
  pass: (ms: number) => void
  /** What was slept so far, in milliseconds. */
  slept: number[]
}

export function fakeClock(start = Date.UTC(2026, 2, 14, 9, 30)): FakeClock {
  let now = start
  const slept: number[] = []
  return {
    now: () => now,
    sleep: (ms) => {
      slept.push(ms)
      return Promise.resolve()
    },
    pass: (ms) => {
      now += ms
    },
    slept,
  }
}
