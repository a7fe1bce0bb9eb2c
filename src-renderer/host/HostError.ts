import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** An answer of the studio that is a problem; `problemMessage(error.problem)` says it. */
export class HostError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'HostError'
    this.problem = problem
  }
}
