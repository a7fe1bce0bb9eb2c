import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import { isHostFault } from '../store/storedProblem.ts'
import type { AttemptOutcome, FetchSource } from './FetchQueue.ts'

/** Why the file behind a link could not be downloaded. */
export type LinkFailure = Exclude<DownloadOutcome, { kind: 'file' | 'disk' }>

/** That a file was accepted although it looks truncated. */
export const describeDoubt = ({ format }: StoredFile): Problem => ({
  code: serviceErrors.resultDoubtful,
  money: 'charged',
  params: { what: format },
})

/** What a failed attempt shows about the host of the result. */
export function judgeAttempt(outcome: LinkFailure): AttemptOutcome {
  if (outcome.kind !== 'failed') return 'unusable'
  const { problem, received, isHostDown } = outcome
  if (problem.code === serviceErrors.interrupted) return 'none'
  if (isHostDown) return 'unreachable'
  return received || problem.code === serviceErrors.resultMissing ? 'unusable' : 'failed'
}

/** The problem of a job whose attempt failed, with the host that serves its result and since when it has waited for it. */
export function describeFailure(outcome: LinkFailure, host: string, job: JobRecord, now: number): Problem {
  if (outcome.kind === 'failed' && outcome.received) {
    const { money, params = {} } = outcome.problem
    const what = 'what' in params ? { what: params.what } : {}
    return { code: serviceErrors.resultIncomplete, money, params: what }
  }
  return withHost(outcome.problem, host, job, now)
}

function withHost(problem: Problem, host: string, job: JobRecord, now: number): Problem {
  if (host === '' || !isHostFault(problem)) return problem
  const previous = job.problem?.resultHost
  // The row's problem already has the time if it is about the same host.
  const since = previous?.host === host ? previous.since : now
  return { ...problem, resultHost: { host, since }, params: { ...problem.params, host, since } }
}

/**
 * The host is empty for a result in the response itself and for a relative link, which the service's own host serves.
 */
export const sourceOf = ({ connection, status }: JobRecord): FetchSource => ({
  connectionId: connection.id,
  host: URL.parse(status?.resultUrl ?? '')?.host ?? '',
})
