import type { PlainCode, Problem } from '../contract/types/problem.ts'

/** A problem as an exception. Only the problem crosses the bridge; the renderer throws a new `StudioError` with it. */
export class StudioError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'StudioError'
    this.problem = problem
  }
}

/** An error that has nothing to do with money. */
export const nonBillingError = (code: PlainCode): StudioError => new StudioError({ code, money: 'none' })
