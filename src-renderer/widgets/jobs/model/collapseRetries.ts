import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { isReplaceable } from '../../../lib/jobStates.ts'

/** Shows the latest retry in the position of the job it replaces, if that has no result. */
export function collapseRetries(jobs: readonly Job[]): Job[] {
  const replaceable = new Set(jobs.flatMap(({ id, state }) => (isReplaceable(state) ? [id] : [])))
  const retries = new Map(
    jobs.flatMap((job) =>
      job.replaces !== null && replaceable.has(job.replaces) ? [[job.replaces, job]] : [],
    ),
  )
  const latest = (job: Job): Job => {
    const retry = retries.get(job.id)
    return retry ? latest(retry) : job
  }
  return jobs.flatMap((job) => (job.replaces !== null && replaceable.has(job.replaces) ? [] : [latest(job)]))
}
