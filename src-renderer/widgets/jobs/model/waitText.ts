import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatClock, formatDuration, formatMoment, formatSince } from '../../../lib/time.ts'
import type { Outage } from '../../health/useHealth.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Waiting = Pick<Job, 'state' | 'problem' | 'waitsUntil'>

/** Reasons why jobs wait, besides their own problem. */
export interface WaitContext {
  /** Of the job's connection. */
  outage: Outage | null
  /** The user paused the queue. */
  isPaused: boolean
  /** Why nothing is sent at all, such as a full disk. */
  standing: Problem | null
  /** The job's batch, where that waits. */
  batch: Pick<Batch, 'state' | 'problem'> | null
}

/** How a job continues, by its state. */
const GOES = {
  queued: 'goes',
  sending: 'goes',
  running: 'asked',
  saving: 'fetched',
  unsaved: 'fetched',
} as const

/**
 * Why a job waits and when it goes on, in one line: "The service limits requests. Goes at 14:03." Null where nothing is known
 * to stand in its way.
 */
export function waitText(
  job: Waiting,
  now: number,
  { outage, isPaused, standing, batch }: WaitContext,
): string | null {
  const { state, problem, waitsUntil } = job
  if (state !== 'queued' && state !== 'running' && state !== 'saving' && state !== 'unsaved') return null
  const when = waitsUntil === null || waitsUntil <= now ? '' : whenText(GOES[state], waitsUntil, now)
  // The file of a result comes from another host: its own problem says more.
  if (outage && (state === 'queued' || state === 'running')) {
    const why = outage.reason === 'key_rejected' ? 'key' : 'out'
    return t(`queue.wait_${why}_${state}`, { time: formatSince(outage.since, now) })
  }
  if (problem) {
    const { what, money } = problemMessage(problem)
    // A job that does not continue by itself waits for the user, so the text says what happened to the money.
    return [what, waitsUntil === null && state === 'queued' ? money : when].filter(Boolean).join(' ')
  }
  if (state === 'queued') {
    const above = standing ?? batch?.problem
    if (above) return `${problemMessage(above).what} ${problemMessage(above).next}`
    if (isPaused) return t('queue.wait_paused')
    if (batch && batch.state !== 'running') return t(`queue.wait_batch_${batch.state}`)
  }
  return when || null
}

function whenText(how: (typeof GOES)[keyof typeof GOES], at: number, now: number): string {
  const left = at - now
  if (left < MINUTE) return t(`queue.wait_${how}_in`, { time: formatDuration(left) })
  return t(`queue.wait_${how}_at`, { time: left < DAY ? formatClock(at) : formatMoment(at) })
}
