import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../storage/database/Database.ts'
import { TILE_COLUMNS, TILE_JOINS } from '../assets/assetRow.ts'
import { parseCursor } from './cursors.ts'
import { isBackward, type PageRequest, type PageRows } from './pageRows.ts'

/** Whether the list is the whole library or trash, whose totals are stored. */
export const isWhole = ({ search, conditions }: LibraryFilter): boolean =>
  search.trim() === '' && conditions.length === 0

/**
 * Whether `readUnfilteredPage` can read the page, at a cost that doesn't depend on the size of the library. It finds a
 * date (`from`) only in the library, not in the trash.
 */
export const isUnfilteredPage = ({ filter, sort, from }: PageRequest): boolean =>
  isWhole(filter) && sort.by === 'date' && (from === undefined || !filter.trash)

/** Reads a page of the whole library or trash, sorted by date, with one statement. */
export function readUnfilteredPage(database: Database, request: PageRequest): PageRows {
  const { filter, sort, before, after, from, limit } = request
  const isTrash = filter.trash ? 1 : 0
  const whereListed = `a.role = 'result' AND a.trashed_at IS ${filter.trash ? 'NOT ' : ''}NULL`
  // Rows are read away from the cursor, so a page before it is read in the reverse of the list's order.
  const isDescending = sort.descending !== isBackward(request)
  const cursorText = isBackward(request) ? (after ?? null) : before
  const outermost = isDescending ? Number.MAX_SAFE_INTEGER : 0
  const cursor = cursorText === null ? null : parseCursor(cursorText)
  const newestUntil = `SELECT max(created_at) FROM assets WHERE role = 'result' AND trashed_at IS NULL AND created_at <= ?`
  const start =
    from === undefined
      ? {
          sql: `(a.created_at, a.seq) ${isDescending ? '<' : '>'} (?, ?)`,
          values: [cursor?.value ?? outermost, cursor?.seq ?? outermost],
        }
      : isDescending
        ? { sql: 'a.created_at <= ?', values: [from] }
        : { sql: `a.created_at >= coalesce((${newestUntil}), 0)`, values: [from] }
  const orderBy = (table: string, isDown: boolean): string =>
    ['created_at', 'seq'].map((column) => `${table}.${column} ${isDown ? 'DESC' : 'ASC'}`).join(', ')
  // The totals are the left side of the join, so that an empty page still has them.
  const rows = database.all(
    `SELECT t.assets AS total_assets, t.bytes AS total_bytes,
       (SELECT a.seq FROM assets a WHERE ${whereListed} ORDER BY ${orderBy('a', sort.descending)} LIMIT 1) AS first_seq, p.*
     FROM asset_totals t LEFT JOIN (SELECT ${TILE_COLUMNS} FROM assets a ${TILE_JOINS} WHERE ${whereListed} AND ${start.sql}
       ORDER BY ${orderBy('a', isDescending)} LIMIT ?) p
     WHERE t.trashed = ? ORDER BY ${orderBy('p', isDescending)}`,
    ...start.values,
    limit + 1,
    isTrash,
  )
  const [first] = rows
  const found = rows.filter(({ id }) => id !== null)
  const hasMore = found.length > limit
  const shown = found.slice(0, limit)
  return {
    rows: isBackward(request) ? shown.toReversed() : shown,
    hasPrevious: isBackward(request)
      ? hasMore
      : first?.['first_seq'] !== null && shown[0]?.['seq'] !== first?.['first_seq'],
    hasNext: isBackward(request) || hasMore,
    totals: { total: Number(first?.['total_assets']), bytes: Number(first?.['total_bytes']) },
  }
}
