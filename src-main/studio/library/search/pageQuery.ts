import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import { searchQuery } from './searchTerms.ts'
import { TILE_COLUMNS, TILE_JOINS } from '../assets/tileRow.ts'

type Value = string | number
export interface Statement {
  sql: string
  values: Value[]
}

/** A range of sequence numbers; neither end is included. */
export interface SeqRange {
  above: number
  below: number
}

interface PageQuery {
  /** Whether it scans a part of the library that grows with the history. */
  isSlow: boolean
  /**
   * Reads the newest or the oldest results of a range, newest first, with the totals if they are stored. It returns no row only for an
   * unknown collection.
   */
  page: (range: SeqRange, end: 'newest' | 'oldest', limit: number) => Statement
  /** Counts the results in a range; null if the page has the totals. */
  count: ((range: SeqRange) => Statement) | null
}

/** Builds the one statement that reads a page of the library with any filter, by index seeks. */
export function pageQuery({
  trash,
  search = '',
  starred = false,
  collection,
  kinds = [],
}: Omit<RouteInput<'library.page'>, 'before' | 'after' | 'limit'>): PageQuery {
  const query = searchQuery(search)
  const conditions = ["a.role = 'result'", `a.trashed_at IS ${trash ? 'NOT ' : ''}NULL`]
  const values: Value[] = []
  if (starred) conditions.push('a.starred_at IS NOT NULL')
  let [source, seqColumn] = [starred && !trash ? 'assets a INDEXED BY assets_starred' : 'assets a', 'a.seq']
  if (query !== null) {
    // The full-text index returns the newest matches first and stops when the page is full.
    ;[source, seqColumn] = ['asset_words w JOIN assets a ON a.seq = w.rowid', 'w.rowid']
    conditions.unshift('w.asset_words MATCH ?')
    values.push(query)
    if (collection !== undefined) {
      conditions.push(
        'EXISTS (SELECT 1 FROM collection_assets c WHERE c.collection_id = ? AND c.asset_seq = a.seq)',
      )
      values.push(collection)
    }
  } else if (collection !== undefined) {
    ;[source, seqColumn] = ['collection_assets c JOIN assets a ON a.seq = c.asset_seq', 'c.asset_seq']
    conditions.unshift('c.collection_id = ?')
    values.push(collection)
  }
  const ofKinds = kinds.length > 0 ? ` AND a.kind IN (${kinds.map(() => '?').join(', ')})` : ''
  const conditionSql = conditions.join(' AND ')
  // The totals are the left side of the join, so that an empty page still has them.
  const totals =
    collection === undefined
      ? { sql: 'SELECT assets, bytes FROM asset_totals WHERE trashed = ?', of: trash ? 1 : 0 }
      : { sql: 'SELECT assets, bytes FROM collections WHERE id = ?', of: collection }
  const hasStoredTotals = query === null && !starred && (collection === undefined || !trash)
  const rangeSql = ` AND ${seqColumn} > ? AND ${seqColumn} < ?`
  return {
    isSlow:
      query !== null ||
      (starred && kinds.length > 0) ||
      (collection !== undefined && (starred || trash || kinds.length > 0)),
    page: ({ above, below }, end, limit) => ({
      sql: `SELECT t.assets AS total_assets, t.bytes AS total_bytes, p.* FROM (${totals.sql}) t LEFT JOIN (
        SELECT ${TILE_COLUMNS} FROM ${source} ${TILE_JOINS} WHERE ${conditionSql}${ofKinds}${rangeSql}
          ORDER BY ${seqColumn} ${end === 'newest' ? 'DESC' : 'ASC'} LIMIT ?) p ORDER BY p.seq DESC`,
      values: [totals.of, ...values, ...kinds, above, below, limit],
    }),
    count: hasStoredTotals
      ? null
      : ({ above, below }) => ({
          sql: `SELECT count(*) AS total, coalesce(sum(a.bytes), 0) AS bytes FROM ${source} WHERE ${conditionSql}${rangeSql}`,
          values: [...values, above, below],
        }),
  }
}
