import { setTimeout } from 'node:timers/promises'
import type { Database, Row } from '../../storage/database/Database.ts'
import type { Log } from '../../world.ts'
import { toIndexedText } from './searchQuery.ts'

/** Increase it when the indexed texts change, so that existing libraries are indexed again. */
export const INDEX_VERSION = 5
/** Key in `library_marks` of the oldest result that a repair has indexed. A newer version begins again from the newest result. */
const POSITION_MARK = `search_index_below_${INDEX_VERSION}`
/** Results that a repair indexes in one transaction, which takes some milliseconds, and the pause after it. */
const BATCH_SIZE = 10
const PAUSE_MS = 20
/**
 * Pages of the index merged after each updated result, as many as an update makes necessary on average. SQLite's own merges
 * (`automerge`, turned off) would block for 20 ms and more every few updates.
 */
const MERGED_PAGES = 8
/** Ancestors whose texts are indexed: this many generations, and at most this many assets and characters. */
const MAX_GENERATIONS = 8
const MAX_ANCESTORS = 200
const MAX_INHERITED_LENGTH = 10_000

/** JSON of a column; NULL if it is damaged. */
const validJson = (column: string) => `iif(json_valid(${column}), ${column}, NULL)`
/** The texts and lists of texts in a form or in imported parameters, such as prompts, lyrics and voice names. */
const textsOf = (column: string, path: string) =>
  `(SELECT group_concat(v.value, ' ') FROM json_tree(${validJson(column)}, '${path}') v
    WHERE v.type = 'text' AND (v.path = '${path}' OR typeof(v.key) = 'integer'))`

/** The texts by which a result, and the results made from it, can be found. */
const INHERITED_COLUMNS = `a.name, j.title, j.model_name, j.model_slug, j.operation, j.seed, ${textsOf('j.form_values', '$')} AS form,
    json_extract(${validJson('p.content')}, '$.model.name') AS imported_model, ${textsOf('p.content', '$.values')} AS imported_texts`
const INHERITED_JOINS =
  'LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN imported_parameters p ON p.asset_id = a.id'

/** The texts of a result. */
const SELECT_TEXTS = `SELECT a.seq, a.id, a.note, j.request_id, t.words AS body, ${INHERITED_COLUMNS},
    (SELECT group_concat(g.name, ' ') FROM asset_tags m JOIN tags g ON g.id = m.tag_id WHERE m.asset_seq = a.seq) AS tags,
    a.source_id IS NOT NULL OR EXISTS (SELECT 1 FROM job_inputs i WHERE i.job_id = a.job_id) AS has_ancestors
  FROM assets a ${INHERITED_JOINS} LEFT JOIN asset_texts t ON t.asset_id = a.id`

/** What an asset was made from, directly and indirectly: the inputs of its job, and the asset that it was trimmed or cropped from. */
const SELECT_ANCESTORS = `WITH RECURSIVE lineage(id, job_id, source_id, generation) AS (
    SELECT id, job_id, source_id, 0 FROM assets WHERE id = ?
    UNION SELECT a.id, a.job_id, a.source_id, generation + 1 FROM lineage JOIN assets a ON a.id = lineage.source_id
      WHERE generation < ${MAX_GENERATIONS}
    UNION SELECT a.id, a.job_id, a.source_id, generation + 1 FROM lineage JOIN job_inputs i ON i.job_id = lineage.job_id
      JOIN assets a ON a.id = i.asset_id WHERE generation < ${MAX_GENERATIONS}
    LIMIT ${MAX_ANCESTORS})
  SELECT ${INHERITED_COLUMNS}
  FROM (SELECT id, min(generation) AS generation FROM lineage GROUP BY id) l JOIN assets a ON a.id = l.id
    ${INHERITED_JOINS} WHERE l.generation > 0 ORDER BY l.generation`

interface Dependencies {
  database: Database
  log: Log
  /** The name of a task for the user. */
  operationName: (id: string) => string
  /** Waits between two batches of a repair; 20 ms by default. */
  pause?: () => Promise<unknown>
}

/**
 * The full-text index of results: updated in the transaction of the change. A result is also found by the prompts, models, tasks, seeds and
 * file names of what it was made from.
 */
export class FullTextIndex {
  readonly #dependencies: Dependencies
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Adds or updates a few assets. Call it once in the transaction that changed their texts. */
  update(assetIds: readonly string[]): void {
    const { database } = this.#dependencies
    const rows = database.all(
      `${SELECT_TEXTS} WHERE a.id IN (SELECT value FROM json_each(?)) AND a.role = 'result'`,
      JSON.stringify(assetIds),
    )
    this.#upsertAll(rows)
    for (const { seq } of rows) database.run('INSERT INTO asset_changes (asset_seq) VALUES (?)', Number(seq))
  }

  /**
   * Indexes all results, from the newest to the oldest, if the index has an older version or results are missing.
   * `close` interrupts it; the next call continues. `onStart` is called with the number of results if there is
   * something to do.
   */
  async repair(onStart: (results: number) => void = () => {}): Promise<void> {
    const { database, log, pause = () => setTimeout(PAUSE_MS) } = this.#dependencies
    const position = this.#mark(POSITION_MARK)
    const hasVersion = this.#mark('search_index_version') === INDEX_VERSION
    if (position === null && hasVersion && this.#isComplete()) return
    let below = position ?? Number.MAX_SAFE_INTEGER
    const count =
      "SELECT count(*) AS results FROM assets WHERE role = 'result' AND trashed_at IS NULL AND seq < ?"
    const results = Number(database.get(count, below)?.['results'])
    if (results > 0) {
      log.info('Updating the search index', { results })
      onStart(results)
    }
    while (!this.#isClosed) {
      const rows = database.all(
        `${SELECT_TEXTS} WHERE a.role = 'result' AND a.seq < ? ORDER BY a.seq DESC LIMIT ?`,
        below,
        BATCH_SIZE,
      )
      below = Number(rows.at(-1)?.['seq'] ?? 0)
      const isLast = rows.length < BATCH_SIZE
      database.transaction(() => {
        this.#upsertAll(rows)
        if (!isLast) return this.#setMark(POSITION_MARK, below)
        database.run("DELETE FROM library_marks WHERE name GLOB 'search_index_below*'")
        this.#setMark('search_index_version', INDEX_VERSION)
        // Makes lists with a search run it again.
        database.run('INSERT INTO asset_changes (asset_seq) VALUES (0)')
      })
      if (isLast) return
      await pause()
      await database.pause()
    }
  }

  /** Stops a running repair after its current batch. */
  close(): void {
    this.#isClosed = true
  }

  #upsertAll(rows: Row[]): void {
    // In ascending order, the index writes the rows of a transaction together; otherwise it writes each one by itself.
    for (const row of rows.toSorted((a, b) => Number(a['seq']) - Number(b['seq']))) this.#upsert(row)
    const pages = MERGED_PAGES * rows.length
    if (pages > 0)
      this.#dependencies.database.run(
        `INSERT INTO asset_words (asset_words, rank) VALUES ('merge', CAST(? AS INTEGER))`,
        pages,
      )
  }

  #upsert(row: Row): void {
    const { seq, id, title, form, name, body, note, tags } = row
    const inherited = row['has_ancestors'] === 1 ? this.#inheritedText(String(id)) : ''
    const columns = [
      [title],
      [form, row['imported_texts'], inherited],
      [name, note, tags, ...this.#factsOf(row), row['request_id']],
      [body],
    ].map((texts) => toIndexedText(joinTexts(texts)))
    this.#dependencies.database.run(
      'INSERT OR REPLACE INTO asset_words (rowid, title, form, name, body) VALUES (?, ?, ?, ?, ?)',
      Number(seq),
      ...columns,
    )
  }

  #inheritedText(assetId: string): string {
    const rows = this.#dependencies.database.all(SELECT_ANCESTORS, assetId)
    const texts = new Set(
      rows.flatMap((row) => [
        row['title'],
        row['name'],
        ...this.#factsOf(row),
        row['form'],
        row['imported_texts'],
      ]),
    )
    return joinTexts([...texts])
      .slice(0, MAX_INHERITED_LENGTH)
      .toWellFormed()
  }

  /** The task, model and seed of an asset. */
  #factsOf(row: Row): (Row[string] | undefined)[] {
    const operation = row['operation']
    const task = typeof operation === 'string' ? this.#dependencies.operationName(operation) : null
    return [task, row['model_name'], row['model_slug'], row['imported_model'], row['seed']]
  }

  /** A quick check for a lost index: whether the newest and the oldest result are indexed. */
  #isComplete(): boolean {
    const newestAndOldest = this.#dependencies.database.all(
      `SELECT EXISTS (SELECT 1 FROM asset_words_docsize d WHERE d.id = a.seq) AS is_indexed FROM assets a
         WHERE a.seq IN (SELECT min(seq) FROM assets WHERE role = 'result' UNION SELECT max(seq) FROM assets WHERE role = 'result')`,
    )
    return newestAndOldest.every(({ is_indexed }) => is_indexed === 1)
  }

  #mark(name: string): number | null {
    const row = this.#dependencies.database.get('SELECT value FROM library_marks WHERE name = ?', name)
    return row ? Number(row['value']) : null
  }

  #setMark(name: string, value: number): void {
    this.#dependencies.database.run(
      'INSERT INTO library_marks VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    )
  }
}

const joinTexts = (texts: readonly (Row[string] | undefined)[]): string =>
  texts.filter((text) => text !== null && text !== undefined && text !== '').join(' ')
