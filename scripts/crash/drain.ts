import { setTimeout as sleep } from 'node:timers/promises'
import type { StudioChild } from './StudioChild.ts'

/**
 * If no job finishes within this time, by the studio's clock, the open jobs are stuck. It has to be long, because
 * minutes pass between two polls of a job when few polls per day are allowed.
 */
const STUCK_AFTER_MS = 600_000

/**
 * Waits until a studio has finished its work or is stuck, and like a user retries all missing jobs and unsaved results.
 * `speed`: factor by which its clock runs faster than real time.
 */
export async function drain(child: StudioChild, speed: number): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY
  let since = Date.now()
  while (Date.now() - since < STUCK_AFTER_MS / speed) {
    const openJobs = await child.countOpenJobs()
    if (openJobs === null) throw new Error(`The studio ended while it was finishing. ${child.stderrText()}`)
    const remaining = openJobs === 0 ? await retryAll(child) : openJobs
    if (remaining === 0) return
    if (remaining < lowest) {
      lowest = remaining
      since = Date.now()
    }
    await sleep(100)
  }
}

/** Retries all missing (`vanished`) and unsaved jobs; returns their number. */
async function retryAll(child: StudioChild): Promise<number> {
  let retries = 0
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(child, before)
    if (page === null) break
    for (const { id, state } of page.jobs) {
      if (state !== 'vanished' && state !== 'unsaved') continue
      retries++
      await child.call('jobs.try_again', { id })
    }
    before = page.next
  } while (before !== null)
  return retries
}

async function list(child: StudioChild, before: string | null) {
  const response = await child.call('jobs.list', { scope: 'open', limit: 500, before })
  return response?.ok ? response.data : null
}
