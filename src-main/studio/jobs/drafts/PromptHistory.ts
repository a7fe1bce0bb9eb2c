import { setTimeout } from 'node:timers/promises'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { type Values, valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import { textKey, normalizeText } from '../../library/meaning/resultTexts.ts'
import { buildSearchQuery, toIndexedText } from '../../library/search/searchQuery.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import type { Clock, Log } from '../../world.ts'

/** Longer texts (in UTF-16 code units), such as whole chapters for speech, are not recorded. */
const MAX_LENGTH = 20_000
/** Ids grow from here for new prompts, and decrease from here while older jobs are read. */
const FIRST_ID = 2 ** 40
/** Jobs read in one transaction, which takes some milliseconds, and the pause after it. */
const JOBS_PER_SLICE = 25
const PAUSE_MS = 20
/** Key in `library_marks` of the sequence number below which jobs have yet to be read. */
const UNREAD_BELOW = 'prompts_below'

interface Dependencies {
  database: Database
  catalogue: Pick<Catalogue, 'find'>
  query: QueryFunction<typeof promptQueries>
  clock: Clock
  log: Log
}

interface Prompt {
  kind: string
  text: string
}

interface Page {
  kind: string
  /** Only prompts with smaller ids. */
  before: number
  limit: number
}
type ListedPrompt = RouteOutput<'prompts.list'>['prompts'][number]

const listPrompts = (database: Database, { kind, before, limit }: Page): ListedPrompt[] =>
  database
    .all(
      'SELECT id, text, used_at FROM prompts WHERE kind = ? AND id < ? ORDER BY id DESC LIMIT ?',
      kind,
      before,
      limit,
    )
    .map(toListed)

/** `words`: a query of the full-text index. */
const searchPrompts = (
  database: Database,
  { kind, words, before, limit }: Page & { words: string },
): ListedPrompt[] =>
  database
    .all(
      `SELECT p.id, p.text, p.used_at FROM prompt_words w CROSS JOIN prompts p ON p.id = w.rowid
         WHERE prompt_words MATCH ? AND w.rowid < ? ORDER BY w.rowid DESC LIMIT ?`,
      `kind : "${kind}" AND words : (${words})`,
      before,
      limit,
    )
    .map(toListed)

const toListed = (row: Row): ListedPrompt => ({
  id: Number(row['id']),
  text: String(row['text']),
  usedAt: Number(row['used_at']),
})

/** A search reads all prompts with a word, so it runs in the query thread. */
export const promptQueries = { 'prompts.search': searchPrompts }

/** The texts that were entered into multi-line fields, such as prompts: each one once, the last used first. */
export class PromptHistory {
  readonly #dependencies: Dependencies
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Records the texts of a form that is run, in the transaction of its jobs. A failure is only logged, so that the jobs are kept. */
  record(operation: string, values: Values): void {
    const { database, clock, log } = this.#dependencies
    try {
      const now = clock.now()
      database.transaction(() => {
        for (const prompt of this.#promptsOf(operation, values)) this.#moveToFront(prompt, now)
      })
    } catch (error) {
      log.warn('The prompts of a job were not recorded', { error: String(error) })
    }
  }

  /** Prompts for a field, the last used first. The cost of the list doesn't grow with their number; a search runs in the query thread. */
  async list({
    operation,
    field,
    search,
    before,
    limit,
  }: RouteInput<'prompts.list'>): Promise<RouteOutput<'prompts.list'>> {
    const { database, query } = this.#dependencies
    const kind = this.#kindOf(operation, field)
    if (kind === null) return { prompts: [], next: null }
    const words = buildSearchQuery(search)
    const page = { kind, before: before ?? Number.MAX_SAFE_INTEGER, limit }
    const prompts =
      words === null ? listPrompts(database, page) : await query('prompts.search', { ...page, words })
    return { prompts, next: prompts.length === limit ? (prompts.at(-1)?.id ?? null) : null }
  }

  remove(id: number): void {
    this.#dependencies.database.run('DELETE FROM prompts WHERE id = ?', id)
  }

  /**
   * Reads the prompts of jobs from before the history existed, from the newest to the oldest; of a batch only those of one job. It is
   * interrupted by `close` and continued by the next call.
   */
  async readOlderJobs(): Promise<void> {
    const { database } = this.#dependencies
    while (!this.#isClosed) {
      const mark = database.get('SELECT value FROM library_marks WHERE name = ?', UNREAD_BELOW)
      if (!mark) return
      const rows = database.all(
        'SELECT seq, batch_id, operation, form_values, created_at FROM jobs WHERE seq < ? ORDER BY seq DESC LIMIT ?',
        Number(mark['value']),
        JOBS_PER_SLICE,
      )
      database.transaction(() => {
        for (const row of rows) {
          if (!this.#representsBatch(row['batch_id'], row['seq'])) continue
          for (const prompt of this.#promptsOf(String(row['operation']), parseValues(row['form_values'])))
            this.#addAtEnd(prompt, Number(row['created_at']))
        }
        const last = rows.at(-1)
        if (last && rows.length === JOBS_PER_SLICE)
          database.run('UPDATE library_marks SET value = ? WHERE name = ?', Number(last['seq']), UNREAD_BELOW)
        else database.run('DELETE FROM library_marks WHERE name = ?', UNREAD_BELOW)
      })
      await setTimeout(PAUSE_MS)
      await database.pause()
    }
  }

  /** Stops reading older jobs after the current slice. */
  close(): void {
    this.#isClosed = true
  }

  /** Whether it is the first job of its batch, or belongs to no batch. */
  #representsBatch(batch: Row[string] | undefined, seq: Row[string] | undefined): boolean {
    if (typeof batch !== 'string') return true
    const sql = 'SELECT min(seq) AS seq FROM jobs WHERE batch_id = ?'
    return this.#dependencies.database.get(sql, batch)?.['seq'] === seq
  }

  #moveToFront({ kind, text }: Prompt, usedAt: number): void {
    const { database } = this.#dependencies
    database.run('DELETE FROM prompts WHERE kind = ? AND text_key = ?', kind, keyOf(text))
    const newest = Number(database.get('SELECT max(id) AS id FROM prompts')?.['id'] ?? 0)
    this.#insert(Math.max(newest + 1, FIRST_ID), { kind, text }, usedAt)
  }

  #addAtEnd({ kind, text }: Prompt, usedAt: number): void {
    const { database } = this.#dependencies
    if (database.get('SELECT 1 FROM prompts WHERE kind = ? AND text_key = ?', kind, keyOf(text))) return
    const oldest = Number(database.get('SELECT min(id) AS id FROM prompts')?.['id'] ?? FIRST_ID)
    this.#insert(Math.min(oldest, FIRST_ID) - 1, { kind, text }, usedAt)
  }

  #insert(id: number, { kind, text }: Prompt, usedAt: number): void {
    const { database } = this.#dependencies
    database.run('INSERT INTO prompts VALUES (?, ?, ?, ?, ?)', id, kind, keyOf(text), text, usedAt)
    const sql = 'INSERT INTO prompt_words (rowid, kind, words) VALUES (?, ?, ?)'
    database.run(sql, id, kind, toIndexedText(text))
  }

  #promptsOf(operation: string, values: Values): Prompt[] {
    const fields = this.#dependencies.catalogue.find(operation)?.fields ?? []
    return fields.flatMap((field) => {
      const kind = this.#kindOf(operation, field.name)
      const value = values[field.name]
      if (kind === null || typeof value !== 'string' || field.kind !== 'text') return []
      const text = value.trim().toWellFormed()
      return text === '' || text.length > MAX_LENGTH || text === field.special?.value ? [] : [{ kind, text }]
    })
  }

  /** A key shared by all fields whose texts are interchangeable, as one word; null if the field keeps no history. */
  #kindOf(operation: string, name: string): string | null {
    const found = this.#dependencies.catalogue.find(operation)
    const field = found?.fields.find((row) => row.name === name)
    if (!found || field?.kind !== 'text' || !field.multiline) return null
    // Prompts of images and videos are interchangeable.
    const group = found.group === 'video' ? 'image' : found.group
    return `${group}${name}`.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')
  }
}

const keyOf = (text: string): number => textKey(normalizeText(text, MAX_LENGTH))

/** The saved values of a form; empty if they can't be read. */
const parseValues = (json: Row[string] | undefined): Values => jsonColumn(valuesSchema).catch({}).parse(json)
