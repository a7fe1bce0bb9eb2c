import type { valueFields, rangeFields } from '../../../../../src-preload/contract/types/filter.ts'
import type { Database, Row } from '../../../storage/database/Database.ts'
import { readChanges, readExtent, readNames, readOlderRows, readRows } from './readResultRows.ts'
import { resized, TextColumn } from './TextColumn.ts'

export type ValueField = (typeof valueFields)[number]
export type RangeField = (typeof rangeFields)[number]

/** Bits of `flags`. */
export const Flag = { starred: 1, used: 2, edited: 4, trashed: 8, deleted: 16, imported: 32 } as const

/** Rows read at once: about 5 ms. Of more rows, many would outlive a garbage collection of the thread and fill its heap. */
const LOADED_ROWS = 500
/** Changes applied at once. */
const APPLIED_CHANGES = 2000
/** Room for this share of new results before the columns must be copied. */
const SPARE_SHARE = 0.02
const MIN_SPARE_ROWS = 256
/** A result is square if its longer side exceeds the other one by at most this factor. */
const SQUARE_RATIO = 1.05

/**
 * The filterable values of all results in memory, about 60 bytes each, so that a filter is one scan of typed arrays. Rows are ordered by
 * sequence number. They are loaded from the newest to the oldest while they are needed, and kept current by the log of changes. A deleted
 * result keeps its row.
 */
export class ResultColumns {
  readonly #database: Database
  seq: Uint32Array
  flags: Uint8Array
  /** Missing values are NaN. */
  readonly numbers: Record<RangeField, Float64Array | Float32Array | Uint8Array>
  readonly texts: Record<ValueField, TextColumn>
  /** Ids of tags and collections in the rows, by the text of a condition. */
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
  #lastChange: number
  #newestSeq: number
  #oldestSeq: number

  constructor(database: Database) {
    this.#database = database
    const { lastChange, lastSeq, results } = readExtent(database)
    this.#lastChange = lastChange
    this.#newestSeq = lastSeq
    this.#oldestSeq = lastSeq + 1
    this.first = results
    this.end = results
    const capacity = results + Math.max(MIN_SPARE_ROWS, Math.ceil(results * SPARE_SHARE))
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
    }
    this.#loadNames()
  }

  /** Loads the next older rows. */
  load(): void {
    const rows = readOlderRows(this.#database, this.#oldestSeq, Math.min(LOADED_ROWS, this.first))
    for (const row of rows) this.#store(--this.first, row)
    this.#oldestSeq = Number(rows.at(-1)?.['seq'] ?? 0)
    if (rows.length < LOADED_ROWS) this.isLoaded = true
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
      const loaded = [...seqs].filter((seq) => seq >= this.#oldestSeq)
      if (loaded.length > 0) this.#apply(loaded)
      this.#lastChange = last.id
      if (changes.length < APPLIED_CHANGES) return
      yield
    }
  }

  /** The first row whose sequence number is at least this. */
  rowFrom(seq: number): number {
    let [low, high] = [this.first, this.end]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.seq[middle] ?? 0) < seq) low = middle + 1
      else high = middle
    }
    return low
  }

  #apply(seqs: readonly number[]): void {
    const found = new Set<number>()
    for (const row of readRows(this.#database, seqs)) {
      const seq = Number(row['seq'])
      found.add(seq)
      if (seq > this.#newestSeq) this.#append(seq, row)
      else if (this.#has(seq)) this.#store(this.rowFrom(seq), row)
    }
    for (const seq of seqs)
      if (!found.has(seq) && this.#has(seq)) this.flags[this.rowFrom(seq)] = Flag.deleted
  }

  #has(seq: number): boolean {
    const row = this.rowFrom(seq)
    return row < this.end && this.seq[row] === seq
  }

  #append(seq: number, row: Row): void {
    if (this.end === this.seq.length)
      this.#resize(this.end + Math.max(MIN_SPARE_ROWS, Math.ceil(this.end * SPARE_SHARE)))
    this.#store(this.end++, row)
    this.#newestSeq = seq
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

  #resize(capacity: number): void {
    this.seq = resized(this.seq, capacity)
    this.flags = resized(this.flags, capacity)
    const { numbers } = this
    numbers.rating = resized(numbers.rating, capacity)
    numbers.price = resized(numbers.price, capacity)
    numbers.duration = resized(numbers.duration, capacity)
    numbers.size = resized(numbers.size, capacity)
    numbers.pixels = resized(numbers.pixels, capacity)
    numbers.date = resized(numbers.date, capacity)
    numbers.seed = resized(numbers.seed, capacity)
    for (const column of Object.values(this.texts)) column.resize(capacity)
  }
}

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
