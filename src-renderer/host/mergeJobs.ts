import type { Job } from '../../src-preload/contract/types/job.ts'
import { isOpen } from '../lib/jobStates.ts'

/**
 * Merges changed jobs into a cached list: replaces known ones, adds new ones on top (newest first), removes finished ones from
 * an `open` list.
 */
export function mergeJobs(list: readonly Job[], changed: readonly Job[], scope: 'open' | 'recent'): Job[] {
  const changedById = new Map(changed.map((job) => [job.id, job]))
  const updated = list.map((job) => {
    const change = changedById.get(job.id)
    changedById.delete(job.id)
    return change ?? job
  })
  const added = [...changedById.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const merged = [...added, ...updated]
  return scope === 'open' ? merged.filter((job) => isOpen(job.state)) : merged
}
