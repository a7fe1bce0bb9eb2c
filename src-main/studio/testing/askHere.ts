import type { Database } from '../storage/Database.ts'
import { answerHere, type Ask, type QueryAnswer, type QueryTable } from '../storage/QueryTable.ts'

/** Answers queries on this thread, for tests that need no other. */
export const askHere =
  <Q extends QueryTable>(database: Database, queries: Q): Ask<Q> =>
  (name, input) =>
    new Promise<QueryAnswer<Q, typeof name>>((resolve) =>
      Reflect.apply(resolve, null, [answerHere(queries, database, name, input)]),
    )
