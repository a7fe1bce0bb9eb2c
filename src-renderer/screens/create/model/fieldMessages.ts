import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

/** Messages of a problem by entry: the service's, or ours if it sent none. */
export function fieldMessages(problem: Problem): Record<string, string[]> {
  const { what, next } = problemMessage(problem)
  return Object.fromEntries(
    Object.entries(problem.fields ?? {}).map(([entry, text]) => [
      entry,
      text.length > 0 ? text : [`${what} ${next}`],
    ]),
  )
}
