import type { valueFields, rangeFields } from '../../../../../src-preload/contract/types/filter.ts'
import type { Database, Row } from '../../../storage/database/Database.ts'
import {
  type Place,
  readChanges,
  readSnapshot,
  readNames,
  readOlderRows,
  readRows,
} from './readResultRows.ts'
import { resized, TextColumn } from './TextColumn.ts'

export type ValueField = (typeof valueFields)[number]
export type RangeField = (typeof rangeFields)[number]

/** Bits of `flags`. */
export const Flag = { starred: 1, used: 2, edited: 4, trashed: 8, deleted: 16, imported: 32 } as const

/**
 * Rows read at once: about 5 ms. With more, many row objects would outlive a garbage collection and fill the heap of
 * the thread.
 */
const LOADED_ROWS = 500
/** Changes applied at once. */
const APPLIED_CHANGES = 2000
/** Room for this share of new results before the columns must be copied. */
const SPARE_SHARE = 0.02
const MIN_SPARE_ROWS = 256
/** A result counts as square if its longer side is at most this many times the shorter one. */
const SQUARE_RATIO = 1.05

/**
 * The filterable values of all results in memory, about 60 bytes each, so that a filter is one scan of typed arrays. Rows are ordered by
 * date. They are loaded from the newest to the oldest while they are needed, and kept current by the log of changes. A deleted result keeps
 * its row.
 */
export class ResultColumns {
  readonly #database: Database
  seq: Uint32Array
  flags: Uint8Array
  /** Missing values are NaN. */
  readonly numbers: Record<RangeField, Float64Array | Float32Array | Uint8Array>
  readonly texts: Record<ValueField, TextColumn>
  /** The ids of tags and collections in the rows, by the value that a condition contains. */
  readonly ids = { tag: new Map<string, string>(), collection: new Map<string, string>() }
  /** Tags and collections by their id in the rows. */
  readonly names = {
    tag: new Map<string, { value: string; label: string }>(),
    collection: new Map<string, { value: string; label: string }>(),
  }
  /** The oldest loaded row and the end of the rows. */
  first: number
  end: number
  /** Increases with each change. */
  revision = 0
  isLoaded = false
  /** Increases when rows are renumbered, because others were inserted before them. */
  layoutRevision = 0
  #lastChange: number
  /** The oldest loaded result. */
  #oldest: Place = { date: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

  constructor(database: Database) {
    this.#database = database
    const { lastChange, results } = readSnapshot(database)
    this.#lastChange = lastChange
    this.first = results
    this.end = results
    const capacity = results + spareRows(results)
    this.seq = new Uint32Array(capacity)
    this.flags = new Uint8Array(capacity)
    this.numbers = {
      rating: new Uint8Array(capacity),
      price: new Float64Array(capacity),
      duration: new Float64Array(capacity),
      size: new Float64Array(capacity),
      pixels: new Float32Array(capacity),
      date: new Float64Array(capacity),
      seed: new Float64Array(capacity),
    }
    const column = () => new TextColumn(capacity)
    this.texts = {
      kind: column(),
      operation: column(),
      model: column(),
      connection: column(),
      batch: column(),
      collection: column(),
      tag: column(),
      shape: column(),
      file: column(),
    }
    this.#loadNames()
  }

  /** Loads the next older rows. */
  load(): void {
    const rows = readOlderRows(this.#database, this.#oldest, LOADED_ROWS)
    // Old results may have been imported since they were counted.
    if (rows.length > this.first) this.#resize(this.seq.length, rows.length + spareRows(this.end))
    for (const row of rows) this.#store(--this.first, row)
    const last = rows.at(-1)
    if (last) this.#oldest = placeOf(last)
    if (rows.length < LOADED_ROWS) {
      this.isLoaded = true
      this.#oldest = { date: 0, seq: 0 }
    }
  }

  *loadAll(): Generator<void> {
    while (!this.isLoaded) {
      this.load()
      yield
    }
  }

  /** Applies the changes since the last call. */
  *refresh(): Generator<void> {
    for (;;) {
      const changes = readChanges(this.#database, this.#lastChange, APPLIED_CHANGES)
      const last = changes.at(-1)
      if (!last) return
      this.revision++
      const seqs = new Set(changes.map(({ seq }) => seq))
      if (seqs.delete(0)) this.#loadNames()
      if (seqs.size > 0) this.#apply(seqs)
      this.#lastChange = last.id
      if (changes.length < APPLIED_CHANGES) return
      yield
    }
  }

  /** Negative if a row is older than a place, 0 if it is there, positive if it is newer. */
  compare(row: number, { date, seq }: Place): number {
    return (this.numbers.date[row] ?? 0) - date || (this.seq[row] ?? 0) - seq
  }

  /** The first row at a place or newer, of those before `end`. */
  #rowFrom(place: Place, end = this.end): number {
    let [low, high] = [this.first, end]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compare(middle, place) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #apply(seqs: ReadonlySet<number>): void {
    const deleted = new Set(seqs)
    const added: Row[] = []
    for (const row of readRows(this.#database, [...seqs])) {
      const place = placeOf(row)
      deleted.delete(place.seq)
      // Older rows have yet to be loaded.
      if (
        place.date < this.#oldest.date ||
        (place.date === this.#oldest.date && place.seq < this.#oldest.seq)
      )
        continue
      const at = this.#rowFrom(place)
      if (at < this.end && this.compare(at, place) === 0) this.#store(at, row)
      else added.push(row)
    }
    if (added.length > 0) this.#insert(added)
    if (deleted.size === 0) return
    for (let row = this.first; row < this.end; row++)
      if (deleted.has(this.seq[row] ?? 0)) this.flags[row] = Flag.deleted
  }

  /**
   * Inserts rows, sorted from the oldest to the newest. New results come after all others, imported ones may belong
   * between them.
   */
  #insert(rows: readonly Row[]): void {
    const needed = this.end + rows.length
    if (needed > this.seq.length) this.#resize(needed + spareRows(this.end))
    let last = this.end
    this.end = needed
    for (const [index, row] of [...rows.entries()].reverse()) {
      const at = this.#rowFrom(placeOf(row), last)
      if (at < last) this.#move(at, last, index + 1)
      this.#store(at + index, row)
      last = at
    }
  }

  /** Moves rows towards the end. */
  #move(from: number, end: number, by: number): void {
    this.layoutRevision++
    const numbers = Object.values(this.numbers)
    const codes = Object.values(this.texts).map((column) => column.codes)
    for (const values of [this.seq, this.flags, ...numbers, ...codes]) values.copyWithin(from + by, from, end)
  }

  #store(at: number, row: Row): void {
    const { numbers, texts } = this
    this.seq[at] = Number(row['seq'])
    this.flags[at] =
      (row['is_starred'] ? Flag.starred : 0) |
      (row['is_used'] ? Flag.used : 0) |
      (row['is_edited'] ? Flag.edited : 0) |
      (row['is_trashed'] ? Flag.trashed : 0) |
      (row['is_imported'] ? Flag.imported : 0)
    const [width, height] = [numberOf(row['width']), numberOf(row['height'])]
    numbers.rating[at] = Number(row['rating'])
    numbers.price[at] = numberOf(row['price'])
    numbers.duration[at] = numberOf(row['duration_ms'])
    numbers.size[at] = numberOf(row['bytes'])
    numbers.pixels[at] = Math.max(width, height)
    numbers.date[at] = numberOf(row['created_at'])
    numbers.seed[at] = numberOf(row['seed'])
    texts.kind.set(at, textOf(row['kind']))
    texts.operation.set(at, textOf(row['operation']))
    texts.model.set(at, textOf(row['model_slug']), textOf(row['model_name']))
    texts.connection.set(at, textOf(row['connection_id']), textOf(row['connection_name']))
    texts.batch.set(at, textOf(row['batch_id']))
    texts.tag.set(at, textOf(row['tags']))
    texts.collection.set(at, textOf(row['collections']))
    texts.shape.set(at, shapeOf(width, height))
    texts.file.set(at, textOf(row['file_state']))
  }

  #loadNames(): void {
    const fields = ['tag', 'collection'] as const
    for (const field of fields) {
      this.ids[field].clear()
      this.names[field].clear()
    }
    for (const { field: name, id, key, name: label } of readNames(this.#database)) {
      const field = name === 'tag' ? 'tag' : 'collection'
      this.ids[field].set(key, id)
      this.names[field].set(id, { value: field === 'tag' ? label : key, label })
    }
  }

  /** Makes room for rows at the end, or before the first one. */
  #resize(capacity: number, before = 0): void {
    const size = capacity + before
    this.seq = resized(this.seq, size, before)
    this.flags = resized(this.flags, size, before)
    const { numbers } = this
    numbers.rating = resized(numbers.rating, size, before)
    numbers.price = resized(numbers.price, size, before)
    numbers.duration = resized(numbers.duration, size, before)
    numbers.size = resized(numbers.size, size, before)
    numbers.pixels = resized(numbers.pixels, size, before)
    numbers.date = resized(numbers.date, size, before)
    numbers.seed = resized(numbers.seed, size, before)
    for (const column of Object.values(this.texts)) column.resize(size, before)
    if (before === 0) return
    this.first += before
    this.end += before
    this.layoutRevision++
  }
}

const spareRows = (rows: number): number => Math.max(MIN_SPARE_ROWS, Math.ceil(rows * SPARE_SHARE))
const placeOf = (row: Row): Place => ({ date: Number(row['created_at']), seq: Number(row['seq']) })

const numberOf = (value: Row[string] | undefined): number =>
  value === null || value === undefined ? NaN : Number(value)
const textOf = (value: Row[string] | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** `landscape`, `portrait` or `square`; empty without a size. */
function shapeOf(width: number, height: number): string {
  if (!(width > 0 && height > 0)) return ''
  if (Math.max(width, height) <= SQUARE_RATIO * Math.min(width, height)) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
