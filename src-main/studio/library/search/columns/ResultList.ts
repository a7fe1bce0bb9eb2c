import type { LibraryFilter } from '../../../../../src-preload/contract/types/filter.ts'
import { type MarkFailures, prepareFilter } from './prepareFilter.ts'
import type { ResultColumns } from './ResultColumns.ts'
import { resized } from './TextColumn.ts'

/** Rows filtered at once: a few milliseconds. */
const BLOCK_ROWS = 200_000

/** A filter with the sequence numbers that match its search, in ascending order; null without a search. */
interface Options {
  columns: ResultColumns
  filter: LibraryFilter
  hits: Uint32Array | null
}

/** The rows that match a filter, newest first, found block by block as far as they are needed. */
export class ResultList {
  readonly #options: Options
  readonly #markFailures: MarkFailures
  #rows = new Uint32Array(1024)
  length = 0
  isComplete = false
  /** Older rows have not been filtered yet. */
  #next: number
  #totals: { total: number; bytes: number } | null = null

  constructor(options: Options) {
    this.#options = options
    this.#markFailures = prepareFilter(options.columns, options.filter)
    this.#next = options.columns.end
  }

  /** The rows found so far. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.length)
  }

  /** Filters the next older rows, after loading them if necessary. */
  extend(): void {
    const { columns, hits } = this.#options
    if (this.#next > columns.first) {
      const from = Math.max(columns.first, this.#next - BLOCK_ROWS)
      const failures = this.#markFailures(from, this.#next)
      if (hits) markMisses(columns, failures, from, hits)
      for (let n = failures.length - 1; n >= 0; n--) if (failures[n] === 0) this.#push(from + n)
      this.#next = from
    } else if (columns.isLoaded) this.isComplete = true
    else columns.load()
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
    const { size } = this.#options.columns.numbers
    let bytes = 0
    for (const row of this.rows) bytes += size[row] ?? 0
    return (this.#totals = { total: this.length, bytes })
  }

  #push(row: number): void {
    if (this.length === this.#rows.length) this.#rows = resized(this.#rows, 2 * this.length)
    this.#rows[this.length++] = row
  }
}

/** Marks the rows from `from` on that aren't among the hits. */
export function markMisses(
  columns: ResultColumns,
  failures: Uint16Array,
  from: number,
  hits: Uint32Array,
): void {
  let at = firstAtLeast(hits, columns.seq[from] ?? 0)
  for (let n = 0; n < failures.length; n++) {
    const seq = columns.seq[from + n] ?? 0
    while (at < hits.length && (hits[at] ?? 0) < seq) at++
    if (hits[at] !== seq) failures[n] = (failures[n] ?? 0) | 1
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
