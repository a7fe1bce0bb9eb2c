import type { Job } from '../../../../../src-preload/contract/types/job.ts'
import { shownResult } from '../../../../widgets/jobs/model/shownResult.ts'

/** The jobs shown in the strip: all except cancelled, closed and trashed ones. */
export const stripJobs = (jobs: readonly Job[]): Job[] =>
  jobs.filter((job) => {
    if (job.state === 'cancelled' || job.state === 'closed') return false
    return job.state !== 'saved' || shownResult(job) !== undefined
  })
