import { type Problem, problemSchema } from '../../../../src-preload/contract/types/problem.ts'

/** A problem in a row of `jobs`. Earlier versions wrote `isPermanent` and `resultHost` as parameters. */
export const storedProblemSchema = problemSchema.transform((problem): Problem => {
  const { retryable, host, since } = problem.params ?? {}
  return {
    ...(retryable === 'no' && { isPermanent: true }),
    ...(typeof host === 'string' && typeof since === 'number' && { resultHost: { host, since } }),
    ...problem,
  }
})
