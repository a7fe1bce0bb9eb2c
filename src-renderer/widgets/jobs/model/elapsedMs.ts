import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { isActive } from './isActive.ts'

/** The duration of a job in ms, up to now if it is running; null before it is sent. */
export function elapsedMs(job: Pick<Job, 'state' | 'sentAt' | 'tookMs'>, now: number): number | null {
  if (job.tookMs !== null) return job.tookMs
  return isActive(job.state) && job.sentAt !== null ? Math.max(0, now - job.sentAt) : null
}
