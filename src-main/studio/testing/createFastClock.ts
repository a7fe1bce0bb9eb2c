import type { Clock } from '../world.ts'

/** Runs `speed` times faster than `clock` since `epoch`, so that waits of seconds are short in a test. */
export const createFastClock = (clock: Clock, speed: number, epoch: number): Clock => ({
  now: () => Math.round(epoch + (clock.now() - epoch) * speed),
  after: (ms, run) => clock.after(ms / speed, run),
})
