import type { Clock } from '../../../studio/world.ts'

/** For longer delays (24.8 days), setTimeout fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Calls `run` once after `ms`, however long. Returns a function that cancels it. */
function after(ms: number, run: () => void): () => void {
  let remaining = Math.max(0, ms)
  let timer: NodeJS.Timeout
  const arm = (): void => {
    const step = Math.min(remaining, MAX_TIMER_MS)
    remaining -= step
    timer = setTimeout(remaining > 0 ? arm : run, step)
  }
  arm()
  return () => clearTimeout(timer)
}

/** The real time of this computer. */
export const systemClock: Clock = { now: () => Date.now(), after }
