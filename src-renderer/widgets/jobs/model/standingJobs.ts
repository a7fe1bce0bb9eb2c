import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { givesPlace } from '../../../lib/jobStates.ts'

/** A retry replaces its job without a result, and is shown only there. */
export function standingJobs(jobs: readonly Job[]): Job[] {
  const gone = new Set(jobs.flatMap(({ id, state }) => (givesPlace(state) ? [id] : [])))
  const next = new Map(
    jobs.flatMap((job) => (job.replaces !== null && gone.has(job.replaces) ? [[job.replaces, job]] : [])),
  )
  const newest = (job: Job): Job => {
    const later = next.get(job.id)
    return later ? newest(later) : job
  }
  return jobs.flatMap((job) => (job.replaces !== null && gone.has(job.replaces) ? [] : [newest(job)]))
}
