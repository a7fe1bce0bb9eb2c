import { setTimeout as sleep } from 'node:timers/promises'
import type { StudioChild } from './StudioChild.ts'

/**
 * Nothing has become of any job for so long, by the studio's own time: what is still open is stuck. Where the day's polls are
 * few, minutes pass between two looks at a job.
 */
const PATIENCE_MS = 600_000

/**
 * Lets a studio finish in peace: waits for its own work, and asks again, as the user would, about what it could not fetch.
 * `speed`: how much faster its pauses run than real time.
 */
export async function drain(child: StudioChild, speed: number): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let since = Date.now()
  while (Date.now() - since < PATIENCE_MS / speed) {
    const active = await child.active()
    if (Number.isNaN(active))
      throw new Error(`The studio ended while it was finishing. ${child.stderrText()}`)
    const left = active === 0 ? await askAgain(child) : active
    if (left === 0) return
    if (left < least) {
      least = left
      since = Date.now()
    }
    await sleep(100)
  }
}

/** Asks again about every vanished and unsaved job; returns how many there were. */
async function askAgain(child: StudioChild): Promise<number> {
  let asked = 0
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(child, before)
    if (page === null) break
    for (const { id, state } of page.jobs) {
      if (state !== 'vanished' && state !== 'unsaved') continue
      asked++
      await child.call('jobs.try_again', { id })
    }
    before = page.next
  } while (before !== null)
  return asked
}

async function list(child: StudioChild, before: string | null) {
  const answer = await child.call('jobs.list', { scope: 'open', limit: 500, before })
  return answer?.ok ? answer.data : null
}
