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
  /** Outage of the job's connection. */
  outage: Outage | null
  /** The user paused the queue. */
  isPaused: boolean
  /** Why nothing is sent at all, for example a full disk. */
  queueProblem: Problem | null
  /** The job's batch if it has one. */
  batch: Pick<Batch, 'state' | 'problem'> | null
}

/** What a waiting job does next, by its state: part of an i18n key. */
const CONTINUES_BY = {
  queued: 'goes',
  sending: 'goes',
  running: 'asked',
  saving: 'fetched',
  unsaved: 'fetched',
} as const

/**
 * Why a job waits and when it continues, in one line: "The service limits requests. Sends at 14:03." Null if no reason is
 * known.
 */
export function waitText(
  job: Waiting,
  now: number,
  { outage, isPaused, queueProblem, batch }: WaitContext,
): string | null {
  const { state, problem, waitsUntil } = job
  if (state !== 'queued' && state !== 'running' && state !== 'saving' && state !== 'unsaved') return null
  const when = waitsUntil === null || waitsUntil <= now ? '' : whenText(CONTINUES_BY[state], waitsUntil, now)
  // A result is downloaded from another host, so its own problem is more specific.
  if (outage && (state === 'queued' || state === 'running')) {
    const reason = outage.reason === 'key_rejected' ? 'key' : 'out'
    return t(`queue.wait_${reason}_${state}`, { time: formatSince(outage.since, now) })
  }
  if (problem) {
    const { what, money } = problemMessage(problem)
    // A job that doesn't continue automatically waits for the user, so the text includes what was charged.
    return [what, waitsUntil === null && state === 'queued' ? money : when].filter(Boolean).join(' ')
  }
  if (state === 'queued') {
    const blockingProblem = queueProblem ?? batch?.problem
    if (blockingProblem)
      return `${problemMessage(blockingProblem).what} ${problemMessage(blockingProblem).next}`
    if (isPaused) return t('queue.wait_paused')
    if (batch && batch.state !== 'running') return t(`queue.wait_batch_${batch.state}`)
  }
  return when || null
}

function whenText(
  continuesBy: (typeof CONTINUES_BY)[keyof typeof CONTINUES_BY],
  time: number,
  now: number,
): string {
  const remaining = time - now
  if (remaining < MINUTE) return t(`queue.wait_${continuesBy}_in`, { time: formatDuration(remaining) })
  return t(`queue.wait_${continuesBy}_at`, { time: remaining < DAY ? formatClock(time) : formatMoment(time) })
}
