import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'

/**
 * Why a job failed at the service, and what is known about its money: only `refunded: true` is a refund, `false` is a charge.
 * The vendor's documents promise refunds (service.md §Job status), but the specification does not.
 */
export function failureProblem(record: StatusRecord): Problem {
  const failure = record.failure
  const message = failure?.message ?? failure?.reason
  return {
    code: serviceErrors.jobFailed,
    money: moneyOf(failure?.refunded),
    params: {
      code: failure?.code ?? '',
      reason: failure?.reason ?? '',
      ...(failure?.retryable === false && { retryable: 'no' }),
    },
    ...(message ? { serviceWords: message } : {}),
  }
}

const moneyOf = (refunded: boolean | null | undefined): Problem['money'] =>
  refunded === true ? 'refunded' : refunded === false ? 'charged' : 'refund_unconfirmed'
