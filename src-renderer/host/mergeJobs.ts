import type { Job } from '../../src-preload/contract/types/job.ts'
import { isOpen } from '../lib/jobStates.ts'

/**
 * Merges changed jobs into a cached list: replaces known ones, adds new ones on top (newest first), removes finished ones from
 * an `open` list.
 */
export function mergeJobs(list: readonly Job[], changed: readonly Job[], scope: 'open' | 'recent'): Job[] {
  const fresh = new Map(changed.map((job) => [job.id, job]))
  const kept = list.map((job) => {
    const now = fresh.get(job.id)
    fresh.delete(job.id)
    return now ?? job
  })
  const added = [...fresh.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const all = [...added, ...kept]
  return scope === 'open' ? all.filter((job) => isOpen(job.state)) : all
}
