import type { SandboxClock } from '../options.ts'

/** A clock that moves only when told to. Sleeping takes no time and is recorded. */
export interface FakeClock extends SandboxClock {
  advance: (ms: number) => void
  /** The durations of all sleeps so far, in milliseconds. */
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
    advance: (ms) => {
      now += ms
    },
    slept,
  }
}
