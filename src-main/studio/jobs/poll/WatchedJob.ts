import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { PollFacts } from './pollPlan.ts'
import type { PollRank } from './PollQueue.ts'

/** Up to this many failed polls, a job has the rank `recent`. */
const RECENT_DOUBT_COUNT = 3

/** A job that is polled. Times are those of the monotonic clock. */
export interface WatchedJob extends Omit<PollFacts, 'elapsedMs' | 'pace'> {
  acceptedAt: number
  connectionId: string
  /** Whether it belongs to a batch, so that the user does not wait for this one job. */
  isInBatch: boolean
  /** Whether this session got the response that accepted it, or the user entered its request id. */
  isNew: boolean
  /** When the next poll should be sent, before any limits. */
  plannedAt: number
  /** When a poll last found it running; null if none did. */
  runningAt: number | null
  /** Polls in a row that failed perhaps only because of this job. With any, the job is in doubt. */
  doubtCount: number
  /** Whether it has run unusually long. */
  isLong: boolean
  /** How many polls of the job in doubt are sent without waiting for the `DoubtBudget`. */
  retries: number
  /** When the series of the service's own 404s about this job began, and how many there were. */
  notFound: { since: number; polls: number } | null
  /** Whether it counts as missing. It is then polled seldom, in case the service knows it again. */
  isMissing: boolean
  /** Whether it is polled again at once after the poll in flight, which may have begun before the reason for another one. */
  isRequestedAgain: boolean
}

/** Whether a job does not count as one of many that run normally. */
export const isOutOfOrder = ({ doubtCount, isLong }: WatchedJob): boolean => doubtCount > 0 || isLong

/** The rank of a job's next poll. */
export const rankOf = ({ isNew, polls, doubtCount, retries }: WatchedJob): PollRank => {
  if (doubtCount === 0) return isNew && polls === 0 ? 'first' : 'in_order'
  if (retries > 0) return 'retry'
  return doubtCount <= RECENT_DOUBT_COUNT ? 'recent' : 'in_doubt'
}

/** How doubtful a job of an earlier session is: 1 if its last poll failed, more if the service did not know it. */
export const earlierDoubtCount = ({ state, problem }: JobRecord): number =>
  state === 'vanished' || problem?.code === serviceErrors.jobUnknown
    ? RECENT_DOUBT_COUNT + 1
    : Number(problem !== null)

/** Whether a job is one that is polled. */
export const isPolled = (job: JobRecord | null): job is JobRecord =>
  job !== null && (job.state === 'running' || job.state === 'vanished') && job.requestId !== null
