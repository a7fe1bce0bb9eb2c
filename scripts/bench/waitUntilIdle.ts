import { setTimeout } from 'node:timers/promises'

const SAMPLE_MS = 500
/** The thread counts as idle if it uses less than this share of a core. */
const IDLE_SHARE = 0.02

/** Waits until this thread has done almost nothing for `idleMs`, so that background work isn't counted; at most `maxMs`. */
export async function waitUntilIdle({ idleMs, maxMs }: { idleMs: number; maxMs: number }): Promise<void> {
  const startedAt = performance.now()
  let idleSince = startedAt
  while (performance.now() - startedAt < maxMs && performance.now() - idleSince < idleMs) {
    const before = process.threadCpuUsage()
    await setTimeout(SAMPLE_MS)
    if (toMs(process.threadCpuUsage(before)) > SAMPLE_MS * IDLE_SHARE) idleSince = performance.now()
  }
}

export const toMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
