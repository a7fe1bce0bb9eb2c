import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import type { Clock } from '../../src-main/studio/world.ts'

/** The real clock, running `speed` times faster since `epoch`, so that pauses of seconds fit between two kills. */
export const createFastClock = (speed: number, epoch: number): Clock => ({
  now: () => Math.round(epoch + (Date.now() - epoch) * speed),
  after: (ms, run) => systemClock.after(ms / speed, run),
})
