import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Outage } from '../../health/useHealth.ts'

/** Waits that a retry can't end: the service's rate limit applies to it too; keys and limits are changed in Settings. */
const NOT_RETRYABLE: ReadonlySet<string> = new Set([
  'service_rate_limited',
  'service_daily_limit',
  'service_key_refused',
  'key_missing',
  'budget_full',
  'budget_unpriced',
])

/** Whether an immediate retry may end a job's wait. */
export function canTryAgain(job: Pick<Job, 'state' | 'problem'>, outage: Outage | null): boolean {
  if (job.problem && NOT_RETRYABLE.has(job.problem.code)) return false
  if (job.state === 'saving') return job.problem !== null
  if (outage?.reason === 'key_rejected') return false
  if (job.state === 'running' || job.state === 'queued') return job.problem !== null || outage !== null
  return false
}
