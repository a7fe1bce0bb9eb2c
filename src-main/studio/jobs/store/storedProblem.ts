import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import {
  problemSchema,
  type Problem,
  type RequestProblem,
} from '../../../../src-preload/contract/types/problem.ts'

const HOST_FAULTS = [
  serviceErrors.unreachable,
  serviceErrors.timeout,
  serviceErrors.tls,
  serviceErrors.serverError,
] as const
type HostFault = RequestProblem & { code: (typeof HOST_FAULTS)[number] }

/** Whether a host can't be reached or fails. If it serves a result, the problem has `resultHost`. */
export const isHostFault = (problem: Problem): problem is HostFault =>
  HOST_FAULTS.some((code) => code === problem.code)

/** A problem in a row of `jobs`. Earlier versions wrote `isPermanent` and `resultHost` as parameters. */
export const storedProblemSchema = problemSchema.transform((problem): Problem => {
  if (problem.code === serviceErrors.jobFailed) {
    const stored = new Map<string, unknown>(Object.entries(problem.params ?? {}))
    return { ...(stored.get('retryable') === 'no' && { isPermanent: true }), ...problem }
  }
  if (!isHostFault(problem)) return problem
  const { host, since } = problem.params ?? {}
  return { ...(host !== undefined && since !== undefined && { resultHost: { host, since } }), ...problem }
})
