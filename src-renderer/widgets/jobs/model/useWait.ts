import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { type Outage, useHealth } from '../../health/useHealth.ts'
import { waitPlace, type WaitPlace } from './waitPlace.ts'
import { waitText } from './waitText.ts'

interface Wait {
  /** Why the job waits; null: nothing is known to hold it back. */
  words: string | null
  outage: Outage | null
  /** Where the user can end the wait, other than by trying again. */
  place: WaitPlace | null
}

/** Why a job waits, and what can be done about it. */
export function useWait(job: Job, now: number): Wait {
  const isQueued = job.state === 'queued'
  const outage = useHealth(job.connection.id)?.outage ?? null
  const { data: summary } = useRoute('queue.summary', undefined, { enabled: isQueued })
  const { data: list } = useRoute('batches.list', undefined, { enabled: isQueued && job.batch != null })
  const context = {
    outage,
    isPaused: summary?.paused === true,
    standing: summary?.problem ?? null,
    batch: list?.batches.find(({ id }) => id === job.batch) ?? null,
  }
  const words = waitText(job, now, context)
  return { words, outage, place: words === null ? null : waitPlace(job, context) }
}
