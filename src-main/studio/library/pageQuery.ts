import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import { searchQuery } from './searchWords.ts'
import { TILE_COLUMNS, TILE_JOINS } from './tileRow.ts'

type Value = string | number
export interface Statement {
  sql: string
  values: Value[]
}

interface PageQuery {
  /** Reads the page before or after a place and, where they are kept, the totals. No row at all: there is no such collection. */
  page: (side: 'before' | 'after', edge: number, limit: number) => Statement
  /** Counts what answers; null where the page itself tells. */
  count: Statement | null
}

/** The one statement that reads a page of the library as it is looked at, whatever narrows it, by seeks of an index. */
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
  let [from, place] = [starred && !trash ? 'assets a INDEXED BY assets_starred' : 'assets a', 'a.seq']
  if (query !== null) {
    // The index runs through its finds from the newest on, and stops where the page is full.
    ;[from, place] = ['asset_words w JOIN assets a ON a.seq = w.rowid', 'w.rowid']
    conditions.unshift('w.asset_words MATCH ?')
    values.push(query)
    if (collection !== undefined) {
      conditions.push(
        'EXISTS (SELECT 1 FROM collection_assets c WHERE c.collection_id = ? AND c.asset_seq = a.seq)',
      )
      values.push(collection)
    }
  } else if (collection !== undefined) {
    ;[from, place] = ['collection_assets c JOIN assets a ON a.seq = c.asset_seq', 'c.asset_seq']
    conditions.unshift('c.collection_id = ?')
    values.push(collection)
  }
  const ofKinds = kinds.length > 0 ? ` AND a.kind IN (${kinds.map(() => '?').join(', ')})` : ''
  const where = conditions.join(' AND ')
  // The totals come first, so that a page without tiles still has them.
  const totals =
    collection === undefined
      ? { sql: 'SELECT assets, bytes FROM asset_totals WHERE trashed = ?', of: trash ? 1 : 0 }
      : { sql: 'SELECT assets, bytes FROM collections WHERE id = ?', of: collection }
  const kept = query === null && !starred && (collection === undefined || !trash)
  return {
    page: (side, edge, limit) => ({
      sql: `SELECT t.assets AS total_assets, t.bytes AS total_bytes, p.* FROM (${totals.sql}) t LEFT JOIN (
        SELECT ${TILE_COLUMNS} FROM ${from} ${TILE_JOINS}
          WHERE ${where}${ofKinds} AND ${place} ${side === 'before' ? '<' : '>'} ?
          ORDER BY ${place} ${side === 'before' ? 'DESC' : 'ASC'} LIMIT ?) p ORDER BY p.seq DESC`,
      values: [totals.of, ...values, ...kinds, edge, limit],
    }),
    count: kept
      ? null
      : {
          sql: `SELECT count(*) AS total, coalesce(sum(a.bytes), 0) AS bytes FROM ${from} WHERE ${where}`,
          values,
        },
  }
}
