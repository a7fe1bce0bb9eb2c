import type { Clock } from '../world.ts'

export interface FakeClock extends Clock {
  /** Moves time on by `ms`, running what falls due in order, each with the promises that follow from it. */
  advance: (ms: number) => Promise<void>
  /** Timers not yet run or cancelled. */
  pending: () => number
}

/** Time that stands still until a test moves it. */
export function fakeClock(start = Date.UTC(2026, 0, 1, 12)): FakeClock {
  let now = start
  let timers: { at: number; run: () => void }[] = []

  /** The earliest due timer, taken off the list; those due at once run in the order they were set. */
  const takeDue = (end: number) => {
    let next: (typeof timers)[number] | undefined
    for (const timer of timers) if (timer.at <= end && (!next || timer.at < next.at)) next = timer
    if (next) timers = timers.filter((timer) => timer !== next)
    return next
  }

  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const end = now + ms
      await settle()
      for (let timer = takeDue(end); timer; timer = takeDue(end)) {
        now = Math.max(now, timer.at)
        timer.run()
        await settle()
      }
      now = end
    },
    pending: () => timers.length,
  }
}

/** Lets every promise that can settle without time settle. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
