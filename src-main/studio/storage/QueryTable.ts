import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Database } from './Database.ts'

/**
 * Queries by name that may take long, to be run beside the main thread. One that returns a generator is run in slices: between
 * them others have their turn, and it is dropped where nobody waits for its answer any more.
 */
export type QueryTable = Record<string, (database: Database, input: never) => unknown>

export type QueryInput<Q extends QueryTable, N extends keyof Q> = Parameters<Q[N]>[1]
export type QueryAnswer<Q extends QueryTable, N extends keyof Q> =
  ReturnType<Q[N]> extends Generator<unknown, infer Answer> ? Answer : ReturnType<Q[N]>

/** Asks a query by name. `view`: a later question of the same view makes an earlier one moot; that rejects with `superseded`. */
export type Ask<Q extends QueryTable> = <N extends keyof Q & string>(
  name: N,
  input: QueryInput<Q, N>,
  view?: string,
) => Promise<QueryAnswer<Q, N>>

/** What is sent to the thread. */
export type QueryMessage = { id: number; name: string; input: unknown } | { drop: number }

/** What it answers: with the value, or with the error: a problem of the studio's own, or words. */
export type QueryReply = { id: number; value: unknown } | { id: number; error: Problem | string }

/** Whether a query answered with slices. */
export const isSliced = (answer: unknown): answer is Generator<unknown, unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer

/** Answers a query on this thread, all its slices at once. */
export function answerHere(queries: QueryTable, database: Database, name: string, input: unknown): unknown {
  const query = queries[name]
  if (!query) throw new Error(`There is no query ${name}`)
  const answer: unknown = Reflect.apply(query, null, [database, input])
  return isSliced(answer) ? lastOf(answer) : answer
}

/** What slices come to in the end. */
export function lastOf<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}
