import type { Clock } from '../../studio/world.ts'

/** setTimeout runs at once for longer delays (24.8 days). */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Calls `run` once, `ms` from now, however far away; the answer cancels it. */
function after(ms: number, run: () => void): () => void {
  let left = Math.max(0, ms)
  let timer: NodeJS.Timeout
  const arm = (): void => {
    const step = Math.min(left, MAX_TIMER_MS)
    left -= step
    timer = setTimeout(left > 0 ? arm : run, step)
  }
  arm()
  return () => clearTimeout(timer)
}

/** The real time of this machine. */
export const systemClock: Clock = { now: () => Date.now(), after }
