import type { Clock } from '../../world.ts'

export interface MonotonicClock extends Clock {
  /** How far this clock is ahead of the wall clock in ms: the sum of all times the wall clock was set back. */
  ahead: () => number
}

/** A timer that is this early by the wall clock shows that the wall clock was set back. */
const NOTABLE_MS = 1000

/** A monotonic clock: when the wall clock is set back, it continues. It includes the time of sleep. */
export function monotonicClock(clock: Clock): MonotonicClock {
  let ahead = 0
  let latest = clock.now()
  const now = (): number => {
    const at = clock.now() + ahead
    if (at < latest) ahead += latest - at
    latest = Math.max(latest, at)
    return latest
  }
  return {
    now,
    ahead: () => (now(), ahead),
    after: (ms, run) => {
      const due = now() + ms
      return clock.after(ms, () => {
        const missing = due - now()
        if (missing > NOTABLE_MS) {
          // Whole milliseconds, because times in the database are made from it.
          ahead += Math.ceil(missing)
          now()
        }
        run()
      })
    },
  }
}
