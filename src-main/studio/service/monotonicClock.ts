import type { Clock } from '../world.ts'

export interface MonotonicClock extends Clock {
  /** How far this clock is ahead of the wall clock, ms: by how much the wall clock was set back so far. */
  ahead: () => number
}

/** A timer that seems this early by the wall clock was not early: the wall clock was set back meanwhile. */
const NOTABLE_MS = 1000

/** Time that never goes back: when the wall clock is set back it continues from where it was. Sleep moves it on. */
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
