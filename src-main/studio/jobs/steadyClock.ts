import type { Clock } from '../world.ts'

export interface SteadyClock extends Clock {
  /** By how much the wall clock was set back so far, ms: what this one is ahead of it. */
  ahead: () => number
}

/** A timer this much early by the wall clock was not early: the clock was set back meanwhile. */
const NOTABLE_MS = 1000

/** Time that never goes back, whatever becomes of the wall clock: it goes on from where it was. Sleep moves it on. */
export function steadyClock(clock: Clock): SteadyClock {
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
          // Whole, since times of the database are made from it.
          ahead += Math.ceil(missing)
          now()
        }
        run()
      })
    },
  }
}
