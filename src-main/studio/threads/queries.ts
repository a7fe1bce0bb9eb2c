import { jobQueries } from '../jobs/jobQueries.ts'
import { libraryQueries } from '../library/libraryQueries.ts'
import { moneyQueries } from '../money/moneyQueries.ts'
import type { Database } from '../storage/database/Database.ts'

/** All queries that run in the query thread, because their cost grows with the history. */
export const queries = {
  ...jobQueries,
  ...libraryQueries,
  ...moneyQueries,
  'storage.check': (database: Database): string =>
    String(Object.values(database.get('PRAGMA quick_check(1)') ?? {})[0]),
  'storage.checkpoint': (database: Database): void => {
    database.get('PRAGMA wal_checkpoint(PASSIVE)')
  },
}
