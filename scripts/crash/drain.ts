import { setTimeout as sleep } from 'node:timers/promises'
import { FORGOTTEN_PROMPT } from '../../src-main/studio/testing/servers/startForgetfulProxy.ts'
import type { StudioChild } from './StudioChild.ts'

/**
 * If no job finishes within this time, by the studio's clock, the open jobs are stuck. It has to be long, because
 * minutes pass between two polls of a job when few polls per day are allowed.
 */
const STUCK_AFTER_MS = 600_000

/**
 * Waits until a studio has finished its work or is stuck, and like a user retries all missing jobs and unsaved results.
 * `speed`: factor by which its clock runs faster than real time. `forgotten`: the number of jobs that the service doesn't know, which never
 * finish.
 */
export async function drain(child: StudioChild, speed: number, forgotten = 0): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY
  let since = Date.now()
  while (Date.now() - since < STUCK_AFTER_MS / speed) {
    const openJobs = await child.countOpenJobs()
    if (openJobs === null) throw new Error(`The studio ended while it was finishing. ${child.stderrText()}`)
    const remaining = openJobs <= forgotten ? await retryAll(child) : openJobs
    if (remaining === 0) return
    if (remaining < lowest) {
      lowest = remaining
      since = Date.now()
    }
    await sleep(100)
  }
}

/** Retries all missing (`vanished`) and unsaved jobs; returns the number of jobs that can still finish. */
async function retryAll(child: StudioChild): Promise<number> {
  let unfinished = 0
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(child, before)
    if (page === null) break
    for (const { id, state, title } of page.jobs) {
      if (state === 'uncertain' || title.startsWith(FORGOTTEN_PROMPT)) continue
      unfinished++
      if (state === 'vanished' || state === 'unsaved') await child.call('jobs.try_again', { id })
    }
    before = page.next
  } while (before !== null)
  return unfinished
}

async function list(child: StudioChild, before: string | null) {
  const response = await child.call('jobs.list', { scope: 'open', limit: 500, before })
  return response?.ok ? response.data : null
}
