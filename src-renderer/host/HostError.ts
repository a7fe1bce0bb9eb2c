import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** A problem returned by the studio; `problemMessage(error.problem)` has its text. */
export class HostError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'HostError'
    this.problem = problem
  }
}
