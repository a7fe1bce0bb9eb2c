import type { LibraryFilter } from '../../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../../storage/database/Database.ts'
import { buildSearchQuery } from '../searchQuery.ts'
import { prepareFilter, throwIfCollectionUnknown } from './prepareFilter.ts'
import { ResultColumns } from './ResultColumns.ts'
import { ResultList } from './ResultList.ts'

/** Filtered lists that are kept until results change, so that further pages, counts and the timeline can reuse them. */
const MAX_LISTS = 4

/** The filterable values of all results with the latest filtered lists. */
export class ResultIndex {
  readonly columns: ResultColumns
  readonly #database: Database
  readonly #lists = new Map<string, ResultList>()
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
  }

  /** The results of a filter. @throws StudioError `collection_not_found`. */
  list(filter: LibraryFilter): ResultList {
    throwIfCollectionUnknown(this.columns, filter)
    const key = JSON.stringify([filter.trash, buildSearchQuery(filter.search), filter.conditions])
    const list =
      this.#lists.get(key) ??
      new ResultList(this.columns, prepareFilter(this.#database, this.columns, filter))
    // Moves the list to the end, so that the least recently used one comes first.
    this.#lists.delete(key)
    this.#lists.set(key, list)
    const [oldest] = this.#lists.keys()
    if (this.#lists.size > MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest)
    return list
  }
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
