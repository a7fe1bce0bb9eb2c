import type { Database, Row } from '../../storage/database/Database.ts'
import type { Log } from '../../world.ts'

const MAX_WORDS = 24
const MAX_WORD_LENGTH = 120

/** Scripts without spaces between words: each character is indexed as a word, so that any part of a text is found. */
const UNSPACED_CHARACTERS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Characters that the FTS tokenizer treats as part of a word; all others are separators. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}\p{So}]/u

/** Prepares a text for the index. */
export const toIndexedText = (text: string): string =>
  text.replaceAll('\0', ' ').replaceAll(UNSPACED_CHARACTERS, ' $& ')

/**
 * Builds an FTS5 query from a search. Each word becomes a quoted prefix phrase, and all are required. Null for an empty search; a search of
 * punctuation alone finds nothing.
 */
export function buildSearchQuery(search: string): string | null {
  const words = search.split(/[\s\0]+/).filter((word) => word !== '')
  if (words.length === 0) return null
  const phrases = words
    .filter((word) => WORD_CHARACTER.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word.toWellFormed()).slice(0, MAX_WORD_LENGTH).join(''))
    .map((word) => `"${toIndexedText(word).replaceAll('"', ' ').trim()}"*`)
  return phrases.length > 0 ? phrases.join(' AND ') : '""'
}

const BATCH_SIZE = 200

/** The searchable text of a result; `form` contains every text value of the form, such as prompts, lyrics and voice names. */
const SELECT_TEXTS = `SELECT a.seq, j.title, a.name, t.words AS body,
    (SELECT group_concat(v.value, ' ') FROM json_each(CASE WHEN json_valid(j.form_values) THEN j.form_values ELSE '{}' END) v
       WHERE v.type = 'text') AS form
  FROM assets a LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN asset_texts t ON t.asset_id = a.id`

/** The full-text index of results: updated in the transaction of the change, rebuilt if it is incomplete. */
export class FullTextIndex {
  readonly #database: Database
  readonly #log: Log
  #closed = false

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
  }

  /** Adds or updates an asset. */
  update(assetId: string): void {
    for (const row of this.#database.all(`${SELECT_TEXTS} WHERE a.id = ? AND a.role = 'result'`, assetId))
      this.#upsert(row)
  }

  /**
   * Rebuilds the index if the newest or the oldest result is missing from it. The index is rebuilt in batches from the newest result to the
   * oldest, so an interrupted rebuild lacks the oldest.
   */
  async repair(): Promise<void> {
    if (this.#isComplete()) return
    this.#log.info('Rebuilding the search index')
    for (let before = Number.MAX_SAFE_INTEGER; !this.#closed;) {
      const rows = this.#database.all(
        `${SELECT_TEXTS} WHERE a.role = 'result' AND a.seq < ? ORDER BY a.seq DESC LIMIT ?`,
        before,
        BATCH_SIZE,
      )
      this.#database.transaction(() => rows.forEach((row) => this.#upsert(row)))
      if (rows.length < BATCH_SIZE) return
      before = Number(rows.at(-1)?.['seq'])
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Stops a running repair after its current batch; the next startup continues it. */
  close(): void {
    this.#closed = true
  }

  #upsert({ seq, title, form, name, body }: Row): void {
    const texts = [title, form, name, body].map((text) =>
      typeof text === 'string' ? toIndexedText(text) : null,
    )
    this.#database.run(
      'INSERT OR REPLACE INTO asset_words (rowid, title, form, name, body) VALUES (?, ?, ?, ?, ?)',
      Number(seq),
      ...texts,
    )
  }

  #isComplete(): boolean {
    const newestAndOldest = this.#database.all(
      `SELECT EXISTS (SELECT 1 FROM asset_words_docsize d WHERE d.id = a.seq) AS is_indexed FROM assets a
         WHERE a.seq IN (SELECT min(seq) FROM assets WHERE role = 'result' UNION SELECT max(seq) FROM assets WHERE role = 'result')`,
    )
    return newestAndOldest.every(({ is_indexed }) => is_indexed === 1)
  }
}
