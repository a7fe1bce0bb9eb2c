import type { Clock } from '../world.ts'

export interface FakeClock extends Clock {
  /** Advances the time by `ms` and runs the due timers in order; after each, promises can settle. */
  advance: (ms: number) => Promise<void>
  /** The number of timers that have neither run nor been cancelled. */
  pending: () => number
}

/** A clock that only advances when a test advances it. */
export function fakeClock(start = Date.UTC(2026, 0, 1, 12)): FakeClock {
  let now = start
  let timers: { at: number; run: () => void }[] = []

  /** Removes and returns the earliest due timer; timers for the same time run in the order in which they were set. */
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

/** Lets promises settle that wait for neither a timer nor I/O. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
