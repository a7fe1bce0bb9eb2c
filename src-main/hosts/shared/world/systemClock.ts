import type { Clock } from '../../../studio/world.ts'

/** About 24.8 days. With a longer delay, setTimeout fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Calls `run` once after `ms`, however long. Returns a function that cancels it. */
function after(ms: number, run: () => void): () => void {
  let remaining = Math.max(0, ms)
  let timer: NodeJS.Timeout
  const schedule = (): void => {
    const step = Math.min(remaining, MAX_TIMER_MS)
    remaining -= step
    timer = setTimeout(remaining > 0 ? schedule : run, step)
  }
  schedule()
  return () => clearTimeout(timer)
}

/** The real time of this computer. */
export const systemClock: Clock = { now: () => Date.now(), after }
