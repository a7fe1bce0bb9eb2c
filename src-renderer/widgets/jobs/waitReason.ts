import type { ProblemCode } from '../../../src-preload/contract/problemCodes.ts'
import type { Batch } from '../../../src-preload/contract/types/batch.ts'
import type { Job, JobState } from '../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { formatClock, formatDuration, formatDateTime, formatTimeOrDateTime } from '../../lib/format/time.ts'
import { type Outage, useHealth } from '../useHealth.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

type WaitingJob = Pick<Job, 'state' | 'problem' | 'waitsUntil'>

/** Reasons why jobs wait, besides their own problem. */
export interface WaitContext {
  /** Outage of the job's connection. */
  outage: Outage | null
  /** Whether the user paused the queue. */
  isPaused: boolean
  /** Why nothing is sent at all, for example a full disk. */
  queueProblem: Problem | null
  /** The job's batch if it has one. */
  batch: Pick<Batch, 'state' | 'problem'> | null
}

/** What a waiting job does next, by its state: the middle part of a key such as `queue.wait_sends_at`. */
const CONTINUES_BY = {
  queued: 'sends',
  running: 'checks',
  saving: 'downloads',
  unsaved: 'downloads',
} as const

const canWait = (state: JobState): state is keyof typeof CONTINUES_BY => Object.hasOwn(CONTINUES_BY, state)

/**
 * Why a job waits and when it continues, in one line: "The service limits requests. Sends at 14:03." Null if no reason is
 * known.
 */
export function waitText(
  job: WaitingJob,
  now: number,
  { outage, isPaused, queueProblem, batch }: WaitContext,
): string | null {
  const { state, problem, waitsUntil } = job
  if (!canWait(state)) return null
  const continuesText =
    waitsUntil === null || waitsUntil <= now ? '' : formatContinuation(CONTINUES_BY[state], waitsUntil, now)
  // A result is downloaded from another host, so its own problem is more specific.
  if (outage && (state === 'queued' || state === 'running')) {
    const reason = outage.reason === 'key_rejected' ? 'key' : 'outage'
    return t(`queue.wait_${reason}_${state}`, { time: formatTimeOrDateTime(outage.since, now) })
  }
  if (problem) {
    const { summary, money } = problemMessage(problem)
    // A job that doesn't continue automatically waits for the user, so the text includes what was charged.
    return [summary, waitsUntil === null && state === 'queued' ? money : continuesText]
      .filter(Boolean)
      .join(' ')
  }
  if (state === 'queued') {
    const blockingProblem = queueProblem ?? batch?.problem
    if (blockingProblem)
      return `${problemMessage(blockingProblem).summary} ${problemMessage(blockingProblem).nextStep}`
    if (isPaused) return t('queue.wait_paused')
    if (batch && batch.state !== 'running') return t(`queue.wait_batch_${batch.state}`)
  }
  return continuesText || null
}

function formatContinuation(
  continuesBy: (typeof CONTINUES_BY)[keyof typeof CONTINUES_BY],
  time: number,
  now: number,
): string {
  const remaining = time - now
  if (remaining < MINUTE_MS) return t(`queue.wait_${continuesBy}_in`, { time: formatDuration(remaining) })
  return t(`queue.wait_${continuesBy}_at`, {
    time: remaining < DAY_MS ? formatClock(time) : formatDateTime(time),
  })
}

/**
 * Waits that a retry can't end: rate limits apply to the retry too, keys and limits are changed in Settings, and a new price
 * is accepted in the queue.
 */
const NOT_RETRYABLE: ReadonlySet<ProblemCode> = new Set([
  'service_rate_limited',
  'service_daily_limit',
  'service_key_refused',
  'key_missing',
  'budget_full',
  'budget_unpriced',
  'price_changed',
])

/** Whether an immediate retry may end a job's wait. */
export function canTryAgain(job: Pick<Job, 'state' | 'problem'>, outage: Outage | null): boolean {
  if (job.problem && NOT_RETRYABLE.has(job.problem.code)) return false
  if (job.state === 'saving') return job.problem !== null
  if (outage?.reason === 'key_rejected') return false
  if (job.state === 'running' || job.state === 'queued') return job.problem !== null || outage !== null
  return false
}

export interface WaitLink {
  /** Label of a button. */
  label: string
  /** Path for `navigate`. */
  path: string
}

/** The settings that end a wait with one of these problems. */
const SETTINGS_BY_PROBLEM: Readonly<Partial<Record<ProblemCode, 'key' | 'limit'>>> = {
  service_key_refused: 'key',
  key_missing: 'key',
  budget_full: 'limit',
  budget_near: 'limit',
  budget_unpriced: 'limit',
  batch_budget: 'limit',
}

/** Whether a spending limit caused a problem. */
export const isLimitProblem = (problem: Problem | null): boolean =>
  problem !== null && SETTINGS_BY_PROBLEM[problem.code] === 'limit'

/** The screen on which the user can end a wait that a retry can't end; null if there is none. */
export function waitLink(
  { state, problem, connection }: Pick<Job, 'state' | 'problem' | 'connection'>,
  { outage, isPaused, batch }: WaitContext,
): WaitLink | null {
  if (!canWait(state)) return null
  const blockingProblem = problem ?? (state === 'queued' ? (batch?.problem ?? null) : null)
  const isKeyProblem = outage
    ? outage.reason === 'key_rejected' && state !== 'saving'
    : blockingProblem !== null && SETTINGS_BY_PROBLEM[blockingProblem.code] === 'key'
  if (isKeyProblem)
    return {
      label: t('create.update_key'),
      path: `settings/connections?key=${encodeURIComponent(connection.id)}`,
    }
  if (isLimitProblem(blockingProblem)) return { label: t('queue.to_budgets'), path: 'settings/budgets' }
  const isStopped =
    isPaused ||
    problem?.code === 'price_changed' ||
    (batch !== null && (batch.state !== 'running' || batch.problem !== null))
  return state === 'queued' && isStopped ? { label: t('queue.show_queue'), path: 'queue' } : null
}

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
  return { text: waitText(job, now, context), outage, link: waitLink(job, context) }
}
