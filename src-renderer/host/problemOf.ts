import { StudioError } from '../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { problemMessage } from '../lib/problemMessage.ts'
import { toasts } from '../lib/toasts.ts'

/** The problem of a `StudioError`; any other thrown value becomes an `internal` problem with its message. */
export function problemOf(error: unknown): Problem {
  if (error instanceof StudioError) return error.problem
  return {
    code: 'internal',
    money: 'none',
    serviceMessage: error instanceof Error ? error.message : String(error),
  }
}

/** Whether the call definitely failed; after a lost connection or an internal error, it may have been executed. */
export const isDefiniteFailure = ({ code }: Pick<Problem, 'code'>): boolean =>
  code !== 'studio_lost' && code !== 'internal'

/** Shows in a toast, after `intro`, what happened, whether money moved and what to do. It replaces one with the same text. */
export function showProblem(error: unknown, intro = ''): void {
  const { summary, money, nextStep } = problemMessage(problemOf(error))
  const text = [intro, summary, money, nextStep].filter(Boolean).join(' ')
  // A change in several parts may fail for the same reason in each.
  toasts.getState().show({ tone: 'error', text, key: text })
}
