import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatClock, formatDuration, formatMoment } from '../../../lib/time.ts'
import type { Outage } from '../../health/useHealth.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Waiting = Pick<Job, 'state' | 'problem' | 'waitsUntil'>

/** The way a job goes on, by its state. */
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
export function waitText(job: Waiting, now: number, outage: Outage | null, isPaused: boolean): string | null {
  const { state, problem, waitsUntil } = job
  if (state !== 'queued' && state !== 'running' && state !== 'saving' && state !== 'unsaved') return null
  const when = waitsUntil === null || waitsUntil <= now ? '' : whenText(GOES[state], waitsUntil, now)
  // The file of a result comes from another host: its own problem says more.
  if (outage && outage.reason !== 'key_rejected' && (state === 'queued' || state === 'running'))
    return t(`queue.wait_out_${state}`, { time: formatClock(outage.since) })
  if (problem) {
    const { what, money } = problemMessage(problem)
    // What does not go on by itself waits for the user, who wants to know about the money.
    return [what, waitsUntil === null && state === 'queued' ? money : when].filter(Boolean).join(' ')
  }
  if (isPaused && state === 'queued') return t('queue.wait_paused')
  return when || null
}

function whenText(how: (typeof GOES)[keyof typeof GOES], at: number, now: number): string {
  const left = at - now
  if (left < MINUTE) return t(`queue.wait_${how}_in`, { time: formatDuration(left) })
  return t(`queue.wait_${how}_at`, { time: left < DAY ? formatClock(at) : formatMoment(at) })
}
