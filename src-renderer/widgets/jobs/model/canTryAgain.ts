import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Outage } from '../../health/useHealth.ts'

/** The service's rate limit applies to retries too; a key or a limit of the user is changed in Settings. */
const KEPT: ReadonlySet<string> = new Set([
  'service_rate_limited',
  'service_daily_limit',
  'service_key_refused',
  'key_missing',
  'budget_full',
  'budget_unpriced',
])

/** Whether a retry at once may help a waiting job. */
export function canTryAgain(job: Pick<Job, 'state' | 'problem'>, outage: Outage | null): boolean {
  if (job.problem && KEPT.has(job.problem.code)) return false
  if (job.state === 'saving') return job.problem !== null
  if (outage?.reason === 'key_rejected') return false
  if (job.state === 'running' || job.state === 'queued') return job.problem !== null || outage !== null
  return false
}
