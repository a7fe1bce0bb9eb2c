import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { HostError } from './HostError.ts'

/** The problem behind anything thrown; what no studio has named is `internal`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HostError) return error.problem
  return {
    code: 'internal',
    money: 'none',
    serviceWords: error instanceof Error ? error.message : String(error),
  }
}
