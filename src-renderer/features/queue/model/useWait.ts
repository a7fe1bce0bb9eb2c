import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { type Outage, useHealth } from '../../health/useHealth.ts'
import { waitText } from './waitText.ts'

/** Why a job waits, in words, and the outage of its connection, if there is one. */
export function useWait(job: Job, now: number): { words: string | null; outage: Outage | null } {
  const outage = useHealth(job.connection.id)?.outage ?? null
  const { data } = useRoute('queue.summary', undefined, { enabled: job.state === 'queued' })
  return { words: waitText(job, now, outage, data?.paused === true), outage }
}
