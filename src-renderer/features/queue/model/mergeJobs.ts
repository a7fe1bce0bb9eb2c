import type { Job } from '../../../../src-preload/contract/types/job.ts'

const newestFirst = (a: Job, b: Job): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

/** Lays changed jobs over a newest-first list: known ones in place, new ones where their time puts them. */
export const mergeJobs = (jobs: readonly Job[], changed: readonly Job[]): Job[] => {
  const fresh = new Map(changed.map((job) => [job.id, job]))
  const merged = jobs.map((job) => {
    const now = fresh.get(job.id)
    fresh.delete(job.id)
    return now ?? job
  })
  return fresh.size === 0 ? merged : [...merged, ...fresh.values()].sort(newestFirst)
}
