import type { LibraryFilter } from '../../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../../storage/database/Database.ts'
import { buildSearchQuery } from '../searchQuery.ts'
import { prepareFilter, throwIfCollectionUnknown, type MarkFailures } from './prepareFilter.ts'
import { ResultColumns } from './ResultColumns.ts'
import { resized } from './TextColumn.ts'

/** Filtered lists that are kept until results change, so that further pages, counts and the timeline can reuse them. */
const MAX_LISTS = 4

/** The filterable values of all results with the latest filtered lists. */
class ResultIndex {
  readonly columns: ResultColumns
  readonly #database: Database
  readonly #lists = new Map<string, ResultList>()
  /** The revisions of the columns to which the lists belong. */
  #revision = 0
  #layoutRevision = 0

  constructor(database: Database) {
    this.#database = database
    this.columns = new ResultColumns(database)
  }

  /**
   * Applies the changes of results since the last call, and forgets lists whose results changed or whose rows were renumbered. Call it before
   * the other methods.
   */
  *refresh(): Generator<void> {
    yield* this.columns.refresh()
    const { revision, layoutRevision } = this.columns
    if (this.#revision === revision && this.#layoutRevision === layoutRevision) return
    this.#revision = revision
    this.#layoutRevision = layoutRevision
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

/** Rows filtered at once: few at first, for a page of the newest ones, then more, which takes a few milliseconds. */
const MIN_BLOCK_ROWS = 2000
const MAX_BLOCK_ROWS = 100_000

/** The rows that match a filter, newest first, found block by block as far as they are needed. */
export class ResultList {
  readonly #columns: ResultColumns
  readonly #markFailures: MarkFailures
  #rows = new Uint32Array(MIN_BLOCK_ROWS)
  length = 0
  isComplete = false
  #end: number
  /** The `layoutRevision` of the columns to which the row numbers belong. */
  #layoutRevision: number
  /** The rows from here on have been filtered. */
  #first: number
  #totals: { total: number; bytes: number } | null = null

  constructor(columns: ResultColumns, markFailures: MarkFailures) {
    this.#columns = columns
    this.#markFailures = markFailures
    this.#end = columns.end
    this.#first = columns.end
    this.#layoutRevision = columns.layoutRevision
  }

  /** The rows found so far. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.length)
  }

  /** Filters the next older rows, or loads them. */
  extend(): void {
    const columns = this.#columns
    if (this.#layoutRevision !== columns.layoutRevision) this.#restart()
    const wanted = Math.min(MAX_BLOCK_ROWS, Math.max(MIN_BLOCK_ROWS, this.#end - this.#first))
    const available = this.#first - columns.first
    if (available < wanted && !columns.isLoaded) {
      columns.load()
      // Loading renumbers the rows if there are more than were counted.
      if (this.#layoutRevision !== columns.layoutRevision) this.#restart()
    } else if (available > 0) this.#filter(Math.min(available, wanted))
    else this.isComplete = true
  }

  *complete(): Generator<void> {
    for (;;) {
      this.extend()
      if (this.isComplete) return
      yield
    }
  }

  /** Number and size of all results. The list must be complete. */
  totals(): { total: number; bytes: number } {
    if (this.#totals) return this.#totals
    const { size } = this.#columns.numbers
    let bytes = 0
    for (const row of this.rows) bytes += size[row] ?? 0
    return (this.#totals = { total: this.length, bytes })
  }

  /** Starts again with the newest rows, because rows were moved. */
  #restart(): void {
    this.length = 0
    this.#totals = null
    this.isComplete = false
    this.#layoutRevision = this.#columns.layoutRevision
    this.#end = this.#columns.end
    this.#first = this.#end
  }

  #filter(count: number): void {
    const from = this.#first - count
    const failures = this.#markFailures(from, this.#first)
    if (this.#rows.length < this.length + count) this.#rows = resized(this.#rows, 2 * (this.length + count))
    const rows = this.#rows
    let { length } = this
    for (let n = count - 1; n >= 0; n--) if (failures[n] === 0) rows[length++] = from + n
    this.length = length
    this.#first = from
  }
}
