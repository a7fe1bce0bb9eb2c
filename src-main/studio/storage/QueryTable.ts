import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Database } from './Database.ts'

/**
 * Long queries by name, which run in a thread. One that returns a generator runs in slices: other queries run between them,
 * and it ends early when its request was superseded.
 */
export type QueryTable = Record<string, (database: Database, input: never) => unknown>

export type QueryInput<Q extends QueryTable, N extends keyof Q> = Parameters<Q[N]>[1]
export type QueryAnswer<Q extends QueryTable, N extends keyof Q> =
  ReturnType<Q[N]> extends Generator<unknown, infer Answer> ? Answer : ReturnType<Q[N]>

/** Runs a query by name. `view`: a later request of the same view ends an earlier one, which rejects with `superseded`. */
export type Ask<Q extends QueryTable> = <N extends keyof Q & string>(
  name: N,
  input: QueryInput<Q, N>,
  view?: string,
) => Promise<QueryAnswer<Q, N>>

/** What is sent to the thread. */
export type QueryMessage = { id: number; name: string; input: unknown } | { drop: number }

/** What the thread sends back: the value, or the error as a problem of the studio or as text. */
export type QueryReply = { id: number; value: unknown } | { id: number; error: Problem | string }

/** Whether a query returned slices. */
export const isSliced = (answer: unknown): answer is Generator<unknown, unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer

/** Runs a query on this thread, all its slices at once. */
export function answerHere(queries: QueryTable, database: Database, name: string, input: unknown): unknown {
  const query = queries[name]
  if (!query) throw new Error(`There is no query ${name}`)
  const answer: unknown = Reflect.apply(query, null, [database, input])
  return isSliced(answer) ? lastOf(answer) : answer
}

/** The result of the last slice. */
export function lastOf<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}
