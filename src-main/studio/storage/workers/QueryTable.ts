import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Database } from '../database/Database.ts'

/**
 * Long queries by name, which run in a thread. A query that returns a generator runs in slices: other queries run in between,
 * and it ends early if its request is superseded.
 */
export type QueryTable = Record<string, (database: Database, input: never) => unknown>

export type QueryInput<Q extends QueryTable, N extends keyof Q> = Parameters<Q[N]>[1]
export type QueryResult<Q extends QueryTable, N extends keyof Q> =
  ReturnType<Q[N]> extends Generator<unknown, infer Result> ? Result : ReturnType<Q[N]>

/**
 * Runs a query by name. `listId` is the id of the list or report on screen that needs the result: a later request with the same id
 * cancels an earlier one, which rejects with `superseded`.
 */
export type QueryFunction<Q extends QueryTable> = <N extends keyof Q & string>(
  name: N,
  input: QueryInput<Q, N>,
  listId?: string,
) => Promise<QueryResult<Q, N>>

/** A message to the thread. */
export type QueryMessage = { id: number; name: string; input: unknown } | { cancel: number }

/** A reply of the thread: the value, or the error as a problem of the studio or as text. */
export type QueryReply = { id: number; value: unknown } | { id: number; error: Problem | string }

/** Whether a query returned a generator. */
export const isGenerator = (result: unknown): result is Generator<unknown, unknown> =>
  typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result

/** Runs a query on the current thread, without pauses between slices. */
export function runQuery(queries: QueryTable, database: Database, name: string, input: unknown): unknown {
  const query = queries[name]
  if (!query) throw new Error(`There is no query ${name}`)
  const result: unknown = Reflect.apply(query, null, [database, input])
  return isGenerator(result) ? runAllSlices(result) : result
}

/** Runs a sliced query to its end without a pause and returns its result. */
export function runAllSlices<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}
