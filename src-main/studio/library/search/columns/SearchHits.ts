import type { Database } from '../../../storage/database/Database.ts'
import { OTHER_FAILURE } from './marks.ts'
import type { ResultColumns } from './ResultColumns.ts'

/** Sequence numbers that are searched first: usually enough for a page, in a few milliseconds. */
const NEWEST = 4000

/** The results that match a query of the full-text index: at first the newest ones, and all of them once an older one is needed. */
export class SearchHits {
  readonly #database: Database
  readonly #query: string
  /** In ascending order, complete from `#from` on. */
  #seqs: Uint32Array
  #from: number

  constructor(database: Database, columns: ResultColumns, query: string) {
    this.#database = database
    this.#query = query
    this.#from = Math.max(0, (columns.seq[columns.end - 1] ?? 0) - NEWEST)
    this.#seqs = this.#read()
  }

  /** Marks the rows from `from` on that don't match. */
  mark(columns: ResultColumns, failures: Uint16Array, from: number): void {
    const oldest = columns.seq[from] ?? 0
    if (oldest < this.#from) {
      this.#from = 0
      this.#seqs = this.#read()
    }
    const seqs = this.#seqs
    let next = firstAtLeast(seqs, oldest)
    for (let n = 0; n < failures.length; n++) {
      const seq = columns.seq[from + n] ?? 0
      while (next < seqs.length && (seqs[next] ?? 0) < seq) next++
      if (seqs[next] !== seq) failures[n] = (failures[n] ?? 0) | OTHER_FAILURE
    }
  }

  #read(): Uint32Array {
    // One text is read several times faster than a row per hit. In descending order, the index ends at the oldest number.
    const found = this.#database.get(
      `SELECT json_group_array(rowid) AS seqs FROM
         (SELECT rowid FROM asset_words WHERE asset_words MATCH ? AND rowid >= ? ORDER BY rowid DESC)`,
      this.#query,
      this.#from,
    )
    const seqs: unknown = JSON.parse(String(found?.['seqs']))
    return Array.isArray(seqs) ? Uint32Array.from(seqs).reverse() : new Uint32Array(0)
  }
}

function firstAtLeast(values: Uint32Array, wanted: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
