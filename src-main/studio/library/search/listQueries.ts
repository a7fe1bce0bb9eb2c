import type { Database } from '../../storage/database/Database.ts'
import { listCollections } from '../organize/readCollections.ts'
import { resultIndexOf } from './columns/ResultIndex.ts'
import { readFilteredPage, readIds } from './filteredPage.ts'
import { findCursorAtRank } from './cursorAt.ts'
import { summarizeSearches } from './searchSummaries.ts'
import { countConditions, countResults, readFacets, readTimeline, readValues } from './listCounts.ts'

/** Queries about lists of results and of collections, which run in the query thread. */
export const listQueries = {
  'library.page': readFilteredPage,
  'library.ids': readIds,
  'library.count': countResults,
  'library.facets': readFacets,
  'library.count_conditions': countConditions,
  'library.timeline': readTimeline,
  'library.values': readValues,
  'library.cursor': findCursorAtRank,
  'searches.summaries': summarizeSearches,
  'collections.list': listCollections,
  /** Loads the filterable values of all results, so that the first filter needn't wait for them. */
  'library.load': (database: Database): Generator<void> => resultIndexOf(database).columns.loadAll(),
}
