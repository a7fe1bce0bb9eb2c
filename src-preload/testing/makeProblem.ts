import { problemSchema, type Problem } from '../contract/types/problem.ts'
import type { ProblemCode } from '../contract/problemCodes.ts'

/** A problem that may lack parameters, like those stored by another version. */
export const makeProblem = (code: ProblemCode, data: Record<string, unknown> = {}): Problem =>
  problemSchema.parse({ code, money: 'none', ...data })
