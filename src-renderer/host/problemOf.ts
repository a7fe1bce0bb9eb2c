import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { HostError } from './HostError.ts'

/** The problem of any thrown value; `internal` if the studio named none. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HostError) return error.problem
  return {
    code: 'internal',
    money: 'none',
    serviceWords: error instanceof Error ? error.message : String(error),
  }
}
