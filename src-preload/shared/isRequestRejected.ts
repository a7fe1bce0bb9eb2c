import type { ProblemCode } from '../contract/problemCodes.ts'
import type { Job } from '../contract/types/job.ts'

/** Problems of the account or the connection, after which the same request may be accepted. */
const ACCOUNT_PROBLEMS: readonly ProblemCode[] = ['service_balance', 'service_forbidden', 'service_not_found']

/** Whether the service rejected the request itself, and would reject the same request again. */
export const isRequestRejected = ({ state, problem }: Pick<Job, 'state' | 'problem'>): boolean =>
  state === 'rejected' && !(problem && ACCOUNT_PROBLEMS.includes(problem.code))
