import type { Database } from '../../storage/database/Database.ts'
import { listCollections } from '../organize/readCollections.ts'
import { resultIndexOf } from './columns/ResultIndex.ts'
import { readFilteredPage } from './filteredPage.ts'
import { summarizeSearches } from './searchSummaries.ts'
import { countResults, readFacets, readTimeline } from './listCounts.ts'

/** Queries about lists of results and of collections, which run in the query thread. */
export const findQueries = {
  'library.page': readFilteredPage,
  'library.count': countResults,
  'library.facets': readFacets,
  'library.timeline': readTimeline,
  'searches.summaries': summarizeSearches,
  'collections.list': listCollections,
  /** Loads the filterable values of all results, so that the first filter needn't wait for them. */
  'library.load': (database: Database): Generator<void> => resultIndexOf(database).columns.loadAll(),
}
