import type { Database } from '../../storage/database/Database.ts'
import { readChanges, readLastChange } from '../search/columns/readResultRows.ts'
import { resized } from '../search/columns/TextColumn.ts'
import { readResultTexts, type TextSource, textKey } from './resultTexts.ts'

/** Stands for the key of a result without a text. */
export const NO_TEXT = -1
/** Stored for a result whose text has not been read. Keys are hashes, which are not negative. */
const UNREAD = -2
/** Changes applied at once. */
const APPLIED_CHANGES = 2000

/**
 * The keys (`textKey`) of the texts of results. They are read when first needed and kept in memory, 8 bytes each. The
 * log of changes shows which ones to read again.
 */
class TextKeys {
  readonly #database: Database
  readonly #source: TextSource
  /** By sequence number. */
  #keys = new Float64Array(0)
  #lastChange: number

  constructor(database: Database, source: TextSource) {
    this.#database = database
    this.#source = source
    this.#lastChange = readLastChange(database)
  }

  /** Forgets the results that changed since the last call. Call it before reading keys. */
  refresh(): void {
    for (;;) {
      const changes = readChanges(this.#database, this.#lastChange, APPLIED_CHANGES)
      for (const { id, seq } of changes) {
        this.#lastChange = id
        if (seq < this.#keys.length) this.#keys[seq] = UNREAD
      }
      if (changes.length < APPLIED_CHANGES) return
    }
  }

  /** The keys of results by sequence number. */
  read(seqs: Uint32Array): Float64Array {
    const last = seqs.reduce((max, seq) => Math.max(max, seq), 0)
    if (last >= this.#keys.length) {
      const oldLength = this.#keys.length
      this.#keys = resized(this.#keys, Math.ceil((last + 1) * 1.1)).fill(UNREAD, oldLength)
    }
    const unread = [...seqs].filter((seq) => this.#keys[seq] === UNREAD)
    for (const seq of unread) this.#keys[seq] = NO_TEXT
    for (const { seq, text } of readResultTexts(this.#database, unread, this.#source))
      this.#keys[seq] = textKey(text)
    return Float64Array.from(seqs, (seq) => this.#keys[seq] ?? NO_TEXT)
  }
}

const keysByDatabase = new WeakMap<Database, { source: string; keys: TextKeys }>()

/** The up-to-date keys of a database. All are read again if `source` differs from that of the last call. */
export function textKeysOf(database: Database, source: TextSource): TextKeys {
  const sourceText = JSON.stringify(source)
  let entry = keysByDatabase.get(database)
  if (entry?.source !== sourceText) {
    entry = { source: sourceText, keys: new TextKeys(database, source) }
    keysByDatabase.set(database, entry)
  }
  entry.keys.refresh()
  return entry.keys
}
