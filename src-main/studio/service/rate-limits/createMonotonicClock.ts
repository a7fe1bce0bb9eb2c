import type { Clock } from '../../world.ts'

/** A clock whose time never decreases. */
export interface MonotonicClock extends Clock {
  /** How far this clock is ahead of the wall clock in ms: the sum of all times the wall clock was set back. */
  aheadMs: () => number
}

/** If a timer fires early by more than this, the wall clock was set back. */
const MIN_SETBACK_MS = 1000

/** A clock that continues when the wall clock is set back. It includes the time during which the computer sleeps. */
export function createMonotonicClock(clock: Clock): MonotonicClock {
  let ahead = 0
  let latest = clock.now()
  const now = (): number => {
    const time = clock.now() + ahead
    if (time < latest) ahead += latest - time
    latest = Math.max(latest, time)
    return latest
  }
  return {
    now,
    aheadMs: () => (now(), ahead),
    after: (ms, run) => {
      const dueAt = now() + ms
      return clock.after(ms, () => {
        const missing = dueAt - now()
        if (missing > MIN_SETBACK_MS) {
          // Integer milliseconds, because times in the database are computed from it.
          ahead += Math.ceil(missing)
          now()
        }
        run()
      })
    },
  }
}
