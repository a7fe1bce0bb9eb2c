import type { Job } from '../../../../../src-preload/contract/types/job.ts'
import { resultOf } from '../../../../widgets/jobs/model/resultOf.ts'

/** Jobs worth a card: all but what was given up and what went to the trash. */
export const stripJobs = (jobs: readonly Job[]): Job[] =>
  jobs.filter((job) => {
    if (job.state === 'cancelled' || job.state === 'closed') return false
    return job.state !== 'saved' || resultOf(job) !== undefined
  })
