import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { isActive } from './isActive.ts'

/** How long a job took or, while it is at work, has been taking until `now`; null before it was sent. */
export function elapsedMs(job: Pick<Job, 'state' | 'sentAt' | 'tookMs'>, now: number): number | null {
  if (job.tookMs !== null) return job.tookMs
  return isActive(job.state) && job.sentAt !== null ? Math.max(0, now - job.sentAt) : null
}
