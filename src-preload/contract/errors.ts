import type { Problem } from './types/problem.ts'

export * from './problemCodes.ts'

/** Envelope of every response, because Electron transfers only the message of a rejected call. */
export type Envelope<T> = { ok: true; data: T } | { ok: false; error: Problem }

/** Thrown in the studio; crosses the bridge as its problem. */
export class StudioError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'StudioError'
    this.problem = problem
  }
}
