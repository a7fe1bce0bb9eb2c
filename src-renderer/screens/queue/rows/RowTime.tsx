import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Span } from '../../../../src-preload/contract/types/work.ts'
import { t } from '../../../i18n/t.ts'
import { formatRange, formatDuration } from '../../../lib/time.ts'
import { isActive } from '../../../widgets/jobs/model/isActive.ts'
import { elapsedMs } from '../../../widgets/jobs/model/elapsedMs.ts'
import { remainingTime } from '../model/timeLeft.ts'
import { wasFree } from '../../../widgets/jobs/model/wasFree.ts'
import { useNow } from '../../../lib/useNow.ts'

interface Props {
  job: Job
  place: number | null
  usual: Span | undefined
}

const WAITING: Job['state'][] = ['queued', 'unsaved']

/** The time left of a job by its model's history, else its duration; its position while it is queued. */
export function RowTime({ job, place, usual }: Props) {
  const isWaiting = job.waitsUntil !== null && (isActive(job.state) || WAITING.includes(job.state))
  const now = useNow(isWaiting || isActive(job.state))
  if (isWaiting && job.waitsUntil !== null && job.waitsUntil > now)
    return t('queue.waits', { time: formatDuration(job.waitsUntil - now) })
  if (job.state === 'queued') return place === null ? '' : t('queue.place', { place })
  const elapsed = elapsedMs(job, now)
  if (elapsed === null || wasFree(job)) return ''
  // For a waiting job, the history gives no time.
  const remaining = isActive(job.state) && !job.problem ? remainingTime(usual, elapsed) : null
  return remaining ? formatRange(remaining) : formatDuration(elapsed)
}
