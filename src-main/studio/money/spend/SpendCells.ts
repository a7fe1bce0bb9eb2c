import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { QUARTER_HOUR_MS } from '../../storage/database/spendQuarters.ts'
import { cappedSumSql } from './SpendSums.ts'

/** What happened to the price of a job, as reports group it; see `spendSumsSchema`. */
export type SpendOutcome = 'quoted' | 'completed' | 'running' | 'uncertain' | 'unconfirmed' | 'refunded'

/** The sum of the jobs in one quarter of an hour with the same outcome and the same key of the grouping. */
export interface Cell {
  /** Quarters of an hour since the epoch. */
  quarter: number
  kind: SpendOutcome | 'starred'
  key: string
  jobs: number
  amount: number
  /** One of their connections, to find the name of the model. */
  connectionId: string
}

/** Start (inclusive) and end (exclusive) in quarters of an hour. */
export interface Span {
  from: number
  to: number
}

/** The SQL of the key of each grouping, in the table `spend_cells`. */
export const CELL_KEYS: Record<SpendBy, string> = {
  day: "''",
  model: 'model',
  task: 'operation',
  collection: 'collection_id',
  connection: 'connection_id',
  batch: 'batch_id',
}
/** The SQL of the same keys in the table `jobs`. */
export const JOB_KEYS: Record<SpendBy, string> = {
  ...CELL_KEYS,
  model: 'jobs.model_slug',
  task: 'jobs.operation',
  collection: "coalesce(jobs.collection_id, '')",
  connection: 'jobs.connection_id',
  batch: "coalesce(jobs.batch_id, '')",
}
const OUTCOME_BY_ENTRY: Record<string, SpendOutcome> = {
  quoted: 'quoted',
  accepted: 'completed',
  uncertain: 'uncertain',
  unconfirmed: 'unconfirmed',
  refunded: 'refunded',
}

/** The outcome of a job by its last ledger entry and its state. */
export const outcomeOfEntry = (entry: string, state: string): SpendOutcome =>
  entry === 'accepted' && (state === 'running' || state === 'vanished')
    ? 'running'
    : (OUTCOME_BY_ENTRY[entry] ?? 'quoted')

/** A result is newer than the acceptance of its job, unless the clock was set back in between, by at most this much. */
const MAX_CLOCK_SETBACK_MS = 86_400_000

/** SQL condition: a starred result in `assets`. */
const STARRED = "assets.role = 'result' AND assets.trashed_at IS NULL AND assets.starred_at IS NOT NULL"
/** Starred results read at a time. */
const STARRED_SLICE = 1000

/** Which sums to read, and how to group them. */
export interface CellQuery {
  /** The first quarter of each day, and the quarter after the last day. */
  days: readonly number[]
  by: SpendBy
  key?: string | null
}

/** SQL condition: an entry of `ledger` is the last one of its job in `jobs`. */
const IS_LAST_ENTRY = 'ledger.id = (SELECT max(id) FROM ledger WHERE job_id = jobs.id)'

const CELL_COLUMNS = 'quarter, entry, connection_id, operation, model, batch_id, collection_id'
/** Rows deleted at a time. */
const DELETE_SLICE = 200

/** Deletes, in slices, the empty sums that remain when amounts move to other sums. */
export async function removeEmptyCells(database: Database, signal: AbortSignal): Promise<void> {
  const sql = `DELETE FROM spend_cells WHERE jobs = 0 AND (${CELL_COLUMNS}) IN
    (SELECT ${CELL_COLUMNS} FROM spend_cells INDEXED BY spend_cells_empty WHERE jobs = 0 LIMIT ${DELETE_SLICE})`
  while (!signal.aborted && database.run(sql) > 0) await database.pause()
}

/** Reads the sums that triggers maintain with the ledger. */
export class SpendCells {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Sums by day, outcome and key, in slices. The stored sums of completed jobs include jobs in progress, so negative sums subtract
   * these. `key`: only this key.
   */
  *read({ days, by, key = null }: CellQuery): Generator<void, Cell[]> {
    const span = { from: days[0] ?? 0, to: days.at(-1) ?? 0 }
    const cells: Cell[] = []
    for (const [index, to] of days.entries()) {
      const from = days[index - 1]
      if (from === undefined) continue
      // In a loop, because the number of arguments of `push(...)` is limited by the stack.
      for (const cell of this.#readSums({ from, to }, by, key)) cells.push(cell)
      yield
    }
    // The negative sums come after the sums they reduce.
    cells.push(...this.#readRunning(span, by))
    for (
      let createdAt: number | null = span.from * QUARTER_HOUR_MS - MAX_CLOCK_SETBACK_MS;
      createdAt !== null;
    ) {
      const next: number | null = this.#nextStarredAt(createdAt)
      for (const cell of this.#readStarred(span, by, { from: createdAt, to: next })) cells.push(cell)
      createdAt = next
      yield
    }
    return key === null ? cells : cells.filter((cell) => cell.key === key)
  }

  /** Number and quotes of accepted jobs, in progress or finished. */
  accepted({ from, to }: Span): { jobs: number; quoted: number } {
    const row = this.#database.get(
      `SELECT coalesce(sum(jobs), 0) AS jobs, ${cappedSumSql('amount')} AS quoted FROM spend_cells
         WHERE quarter >= ? AND quarter < ? AND entry = 'accepted'`,
      from,
      to,
    )
    return { jobs: Number(row?.['jobs']), quoted: Number(row?.['quoted']) }
  }

  /** The first and last quarter with jobs; null if there are none. */
  range(): Span | null {
    const row = this.#database.get(
      `SELECT (SELECT quarter FROM spend_cells WHERE jobs > 0 ORDER BY quarter LIMIT 1) AS first,
         (SELECT quarter FROM spend_cells WHERE jobs > 0 ORDER BY quarter DESC LIMIT 1) AS last`,
    )
    const { first, last } = row ?? {}
    return typeof first === 'number' && typeof last === 'number' ? { from: first, to: last } : null
  }

  #readSums({ from, to }: Span, by: SpendBy, onlyKey: string | null): Cell[] {
    const key = CELL_KEYS[by]
    const rows = this.#database.all(
      `SELECT ?1 AS quarter, entry, ${key} AS key, sum(jobs) AS jobs, ${cappedSumSql('amount')} AS amount,
         min(connection_id) AS connection FROM spend_cells
         WHERE quarter >= ?1 AND quarter < ?2 AND jobs > 0 AND (?3 IS NULL OR ${key} = ?3) GROUP BY entry, ${key}`,
      from,
      to,
      onlyKey,
    )
    return rows.flatMap((row) => {
      const kind = OUTCOME_BY_ENTRY[String(row['entry'])]
      return kind ? [toCell(row, kind)] : []
    })
  }

  #readRunning({ from, to }: Span, by: SpendBy): Cell[] {
    const rows = this.#database.all(
      `SELECT ledger.at / ${QUARTER_HOUR_MS} AS quarter, ${JOB_KEYS[by]} AS key, count(*) AS jobs,
         ${cappedSumSql('ledger.amount')} AS amount, min(jobs.connection_id) AS connection
         FROM jobs JOIN ledger ON ${IS_LAST_ENTRY}
         WHERE jobs.state IN ('running', 'vanished') AND ledger.entry = 'accepted' AND ledger.at >= ? AND ledger.at < ?
         GROUP BY 1, 2`,
      from * QUARTER_HOUR_MS,
      to * QUARTER_HOUR_MS,
    )
    return rows.flatMap((row) => {
      const cell = toCell(row, 'running')
      return [cell, { ...cell, kind: 'completed' as const, jobs: -cell.jobs, amount: -cell.amount }]
    })
  }

  /** Number of starred results that were created in a period; `to` null: open end. */
  #readStarred({ from, to }: Span, by: SpendBy, created: { from: number; to: number | null }): Cell[] {
    const rows = this.#database.all(
      `SELECT ledger.at / ${QUARTER_HOUR_MS} AS quarter, ${JOB_KEYS[by]} AS key, count(*) AS jobs, 0 AS amount,
         min(jobs.connection_id) AS connection
         FROM assets INDEXED BY assets_kept CROSS JOIN jobs ON jobs.id = assets.job_id JOIN ledger ON ${IS_LAST_ENTRY}
         WHERE ${STARRED} AND ledger.entry <> 'released' AND assets.created_at >= ?3 AND assets.created_at < ?4
           AND ledger.at >= ?1 AND ledger.at < ?2 GROUP BY 1, 2`,
      from * QUARTER_HOUR_MS,
      to * QUARTER_HOUR_MS,
      created.from,
      created.to ?? Number.MAX_SAFE_INTEGER,
    )
    return rows.map((row) => toCell(row, 'starred'))
  }

  /** Creation time of the first starred result after the slice that starts at a time; null if there is none. */
  #nextStarredAt(createdAt: number): number | null {
    const row = this.#database.get(
      `SELECT created_at FROM assets INDEXED BY assets_kept WHERE ${STARRED} AND created_at >= ?
         ORDER BY created_at LIMIT 1 OFFSET ${STARRED_SLICE}`,
      createdAt,
    )
    return row ? Math.max(createdAt + 1, Number(row['created_at'])) : null
  }
}

const toCell = (row: Row, kind: Cell['kind']): Cell => ({
  kind,
  quarter: Number(row['quarter']),
  key: String(row['key']),
  jobs: Number(row['jobs']),
  amount: Number(row['amount']),
  connectionId: String(row['connection']),
})
