import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StatusRecord } from '../service/StatusRecord.ts'

/** Why a job failed at the service, and whether its money came back; failed jobs are not charged unless it says so (facts.md §3). */
export function failureProblem(record: StatusRecord): Problem {
  const failure = record.failure
  const refunded = failure?.refunded
  const words = failure?.message ?? failure?.reason
  return {
    code: serviceErrors.jobFailed,
    money: refunded === true ? 'refunded' : refunded === false ? 'unknown' : 'not_charged',
    params: {
      code: failure?.code ?? '',
      reason: failure?.reason ?? '',
      ...(failure?.retryable === false && { retryable: 'no' }),
    },
    ...(words ? { serviceWords: words } : {}),
  }
}
