import { jobQueries } from '../jobs/jobQueries.ts'
import { libraryQueries } from '../library/libraryQueries.ts'
import { moneyQueries } from '../money/moneyQueries.ts'
import { checkCopy, findDamage, type CopyVerdict } from '../storage/database/checkDatabase.ts'
import type { Database } from '../storage/database/Database.ts'

/** All queries that run in the query thread, because their cost grows with the history. */
export const queries = {
  ...jobQueries,
  ...libraryQueries,
  ...moneyQueries,
  'storage.check': findDamage,
  'storage.check_copy': (_: Database, file: string): CopyVerdict => checkCopy(file),
  /** Returns the number of pages in the write-ahead log. */
  'storage.checkpoint': (database: Database): number =>
    Number(database.get('PRAGMA wal_checkpoint(PASSIVE)')?.['log']),
}

/**
 * Queries that wait while others run: numbers that are shown beside a list, and work that the user does not wait for. A
 * checkpoint writes to the disk and can't be interrupted.
 */
const background: ReadonlySet<keyof typeof queries> = new Set([
  'library.count',
  'library.facets',
  'library.count_conditions',
  'searches.summaries',
  'library.timeline',
  'library.values',
  'library.load',
  'images.hash_progress',
  'inputs.unused',
  'maintenance.sizes',
  'storage.checkpoint',
])

export const queryPriorities = { background, idle: new Set(['library.load' satisfies keyof typeof queries]) }
