import { setTimeout } from 'node:timers/promises'

const SAMPLE_MS = 500

/** Waits until this thread has done almost nothing for `idleMs`, so that background work isn't counted; at most `maxMs`. */
export async function waitUntilIdle({ idleMs, maxMs }: { idleMs: number; maxMs: number }): Promise<void> {
  const startedAt = performance.now()
  let idleSince = startedAt
  while (performance.now() - startedAt < maxMs && performance.now() - idleSince < idleMs) {
    const before = process.threadCpuUsage()
    await setTimeout(SAMPLE_MS)
    if (toMs(process.threadCpuUsage(before)) > SAMPLE_MS / 50) idleSince = performance.now()
  }
}

export const toMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
