import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { type Outage, useHealth } from '../../health/useHealth.ts'
import { waitLink, type WaitLink } from './waitLink.ts'
import { waitText } from './waitText.ts'

interface WaitReason {
  /** Why the job waits; null if no reason is known. */
  text: string | null
  outage: Outage | null
  /** Where the user can end the wait, other than by retrying. */
  link: WaitLink | null
}

/** Why a job waits, and what can be done about it. */
export function useWaitReason(job: Job, now: number): WaitReason {
  const isQueued = job.state === 'queued'
  const outage = useHealth(job.connection.id)?.outage ?? null
  const { data: summary } = useApiQuery('queue.summary', undefined, { enabled: isQueued })
  const { data: list } = useApiQuery('batches.list', undefined, { enabled: isQueued && job.batch != null })
  const context = {
    outage,
    isPaused: summary?.paused === true,
    queueProblem: summary?.problem ?? null,
    batch: list?.batches.find(({ id }) => id === job.batch) ?? null,
  }
  const text = waitText(job, now, context)
  return { text, outage, link: text === null ? null : waitLink(job, context) }
}
