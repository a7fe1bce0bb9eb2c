import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { isHostFault, type Problem, problemSchema } from '../../../../src-preload/contract/types/problem.ts'

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
