import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

/** What a problem says against entries: in the service's words, or in ours where it has none. */
export function fieldsSaid(problem: Problem): Record<string, string[]> {
  const { what, next } = problemMessage(problem)
  return Object.fromEntries(
    Object.entries(problem.fields ?? {}).map(([entry, words]) => [
      entry,
      words.length > 0 ? words : [`${what} ${next}`],
    ]),
  )
}
