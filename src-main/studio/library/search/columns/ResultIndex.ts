import type { LibraryFilter } from '../../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../../storage/database/Database.ts'
import { buildSearchQuery } from '../searchQuery.ts'
import { throwIfCollectionUnknown } from './prepareFilter.ts'
import { ResultColumns } from './ResultColumns.ts'
import { ResultList } from './ResultList.ts'

/** Filtered lists and searches that are kept until results change, so that further pages, counts and the timeline use them again. */
const MAX_LISTS = 4
const MAX_SEARCHES = 2

/** The filterable values of all results with the latest filtered lists. */
export class ResultIndex {
  readonly columns: ResultColumns
  readonly #database: Database
  readonly #lists = new Map<string, ResultList>()
  readonly #hits = new Map<string, Uint32Array>()
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
    const query = buildSearchQuery(filter.search)
    const key = JSON.stringify([filter.trash, query, filter.conditions])
    return recall(this.#lists, key, MAX_LISTS, () => {
      return new ResultList({ columns: this.columns, filter, hits: this.hits(filter.search) })
    })
  }

  /** The sequence numbers of the results that match a search, in ascending order; null for an empty search. */
  hits(search: string): Uint32Array | null {
    const query = buildSearchQuery(search)
    if (query === null) return null
    return recall(this.#hits, query, MAX_SEARCHES, () => {
      // One text is read several times faster than a row per hit.
      const found = this.#database.get(
        'SELECT json_group_array(rowid) AS seqs FROM asset_words WHERE asset_words MATCH ?',
        query,
      )
      return parseSeqs(String(found?.['seqs']))
    })
  }
}

/** Parses a JSON array of numbers. */
function parseSeqs(text: string): Uint32Array {
  const seqs: unknown = JSON.parse(text)
  return Array.isArray(seqs) ? Uint32Array.from(seqs) : new Uint32Array(0)
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
