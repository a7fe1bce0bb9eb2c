import type { LibraryFilter } from '../../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../../storage/database/Database.ts'
import { buildSearchQuery } from '../searchQuery.ts'
import { type MarkFailures, prepareFilter, throwIfCollectionUnknown } from './prepareFilter.ts'
import { ResultColumns } from './ResultColumns.ts'
import { ResultList } from './ResultList.ts'
import { SearchHits } from './SearchHits.ts'

/** Filtered lists and searches that are kept until results change, so that further pages, counts and the timeline use them again. */
const MAX_LISTS = 4
const MAX_SEARCHES = 2

/** The filterable values of all results with the latest filtered lists. */
export class ResultIndex {
  readonly columns: ResultColumns
  readonly #database: Database
  readonly #lists = new Map<string, ResultList>()
  readonly #hits = new Map<string, SearchHits>()
  #revision = 0

  constructor(database: Database) {
    this.#database = database
    this.columns = new ResultColumns(database)
  }

  /** Applies the changes of results since the last call. Call it before the other methods. */
  *refresh(): Generator<void> {
    yield* this.columns.refresh()
    if (this.#revision === this.columns.revision) return
    this.#revision = this.columns.revision
    this.#lists.clear()
    this.#hits.clear()
  }

  /** The results of a filter. @throws StudioError `collection_not_found`. */
  list(filter: LibraryFilter): ResultList {
    throwIfCollectionUnknown(this.columns, filter)
    const key = JSON.stringify([filter.trash, buildSearchQuery(filter.search), filter.conditions])
    return recall(this.#lists, key, MAX_LISTS, () => new ResultList(this.columns, this.prepare(filter)))
  }

  /** Marks the results that fail a filter. */
  prepare(filter: LibraryFilter): MarkFailures {
    const query = buildSearchQuery(filter.search)
    const hits =
      query === null
        ? null
        : recall(this.#hits, query, MAX_SEARCHES, () => new SearchHits(this.#database, this.columns, query))
    return prepareFilter(this.columns, filter, hits)
  }
}

/** The value of a key, computed if it isn't among the latest ones. */
function recall<T>(cache: Map<string, T>, key: string, max: number, compute: () => T): T {
  const value = cache.get(key) ?? compute()
  cache.delete(key)
  cache.set(key, value)
  const [oldest] = cache.keys()
  if (cache.size > max && oldest !== undefined) cache.delete(oldest)
  return value
}

const indexes = new WeakMap<Database, ResultIndex>()

/** The index of a database, created when a filter first needs it. */
export function resultIndexOf(database: Database): ResultIndex {
  const known = indexes.get(database)
  if (known) return known
  const created = new ResultIndex(database)
  indexes.set(database, created)
  return created
}
