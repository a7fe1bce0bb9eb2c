import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { isActive } from './isActive.ts'

/** The duration of a job, so far if it runs; null before it was sent. */
export function elapsedMs(job: Pick<Job, 'state' | 'sentAt' | 'tookMs'>, now: number): number | null {
  if (job.tookMs !== null) return job.tookMs
  return isActive(job.state) && job.sentAt !== null ? Math.max(0, now - job.sentAt) : null
}
