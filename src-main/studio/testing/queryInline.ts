import type { Database } from '../storage/database/Database.ts'
import {
  runQuery,
  type QueryFunction,
  type QueryResult,
  type QueryTable,
} from '../storage/workers/QueryTable.ts'

/** Runs queries on this thread, for tests that don't need a worker. */
export const queryInline =
  <Q extends QueryTable>(database: Database, queries: Q): QueryFunction<Q> =>
  (name, input) =>
    new Promise<QueryResult<Q, typeof name>>((resolve) =>
      Reflect.apply(resolve, null, [runQuery(queries, database, name, input)]),
    )
