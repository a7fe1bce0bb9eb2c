import { boundaryErrors, collectionErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { buildSearchQuery } from './FullTextIndex.ts'
import { TILE_COLUMNS, TILE_JOINS } from '../assets/assetRow.ts'

/** The request of the window for a page of the library. */
export interface LibraryPageRequest extends RouteInput<'library.page'> {
  /** The caller already has the totals. */
  skipTotals?: boolean
}

/** Rows of a page, newest first, and one more row if there is another page. Totals are null if the caller already has them. */
export interface LibraryPageRows {
  rows: Row[]
  totals: { total: number; bytes: number } | null
}

/**
 * Rows scanned per slice. The first slice is small, because most searches find a page of recent results. Later slices grow, because each
 * slice of a search reads the index entries of the search terms again.
 */
const FIRST_SLICE = 100_000
const MAX_SLICE = 300_000

/** Reads a page of the library, in slices if it scans a part that grows with the history. */
export function* readLibraryPage(
  database: Database,
  { before, after, limit, skipTotals = false, ...filter }: LibraryPageRequest,
): Generator<void, LibraryPageRows> {
  const isAscending = after !== undefined
  const cursor = isAscending ? Number(after ?? 0) : before === null ? Number.MAX_SAFE_INTEGER : Number(before)
  if (!Number.isSafeInteger(cursor))
    throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
  const query = buildPageQuery(filter)
  const fullRange = isAscending
    ? { above: cursor, below: Number.MAX_SAFE_INTEGER }
    : { above: 0, below: cursor }
  let rows: Row[] = []
  let storedTotals = { total: 0, bytes: 0 }
  for (const range of query.needsScan ? sliceRange(database, fullRange, isAscending) : [fullRange]) {
    const { sql, values } = query.page(range, isAscending ? 'oldest' : 'newest', limit + 1 - rows.length)
    const found = database.all(sql, ...values)
    if (found.length === 0) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    storedTotals = { total: Number(found[0]?.['total_assets']), bytes: Number(found[0]?.['total_bytes']) }
    const foundRows = found.filter(({ id }) => id !== null)
    rows = isAscending ? [...foundRows, ...rows] : [...rows, ...foundRows]
    if (rows.length > limit) break
    yield
  }
  if (query.count === null) return { rows, totals: storedTotals }
  if (skipTotals) return { rows, totals: null }
  const allSeqs = { above: 0, below: Number.MAX_SAFE_INTEGER }
  const totals = { total: 0, bytes: 0 }
  for (const range of query.needsScan ? sliceRange(database, allSeqs, false) : [allSeqs]) {
    const { sql, values } = query.count(range)
    const row = database.get(sql, ...values)
    totals.total += Number(row?.['total'])
    totals.bytes += Number(row?.['bytes'])
    yield
  }
  return { rows, totals }
}

/** Splits a range into at least one slice, from the newest down or from the oldest up. */
function* sliceRange(
  database: Database,
  { above, below }: SeqRange,
  isAscending: boolean,
): Generator<SeqRange> {
  const isUnbounded = below === Number.MAX_SAFE_INTEGER
  const last = isUnbounded
    ? Number(database.get('SELECT max(seq) AS seq FROM assets')?.['seq'] ?? 0)
    : below - 1
  let [lowestSeq, highestSeq] = [above + 1, last]
  for (let length = FIRST_SLICE; ; length = Math.min(2 * length, MAX_SLICE)) {
    const isLast = highestSeq - lowestSeq < length
    const first = isLast || isAscending ? lowestSeq : highestSeq - length + 1
    const end = isLast || !isAscending ? highestSeq : lowestSeq + length - 1
    yield { above: first - 1, below: end + 1 }
    if (isLast) return
    if (isAscending) lowestSeq = end + 1
    else highestSeq = first - 1
  }
}

type Value = string | number
/** An SQL statement with the values of its parameters. */
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
  /** Whether the query scans a part of the library that grows with the history. */
  needsScan: boolean
  /**
   * Reads the newest or the oldest results of a range, newest first, with the totals if they are stored. It returns no row only for an
   * unknown collection.
   */
  page: (range: SeqRange, end: 'newest' | 'oldest', limit: number) => Statement
  /** Counts the results in a range; null if the page has the totals. */
  count: ((range: SeqRange) => Statement) | null
}

/** Builds the one statement that reads a page of the library with any filter, by index seeks. */
export function buildPageQuery({
  trash,
  search = '',
  starred = false,
  collection,
  kinds = [],
}: Omit<RouteInput<'library.page'>, 'before' | 'after' | 'limit'>): PageQuery {
  const query = buildSearchQuery(search)
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
  const kindCondition = kinds.length > 0 ? ` AND a.kind IN (${kinds.map(() => '?').join(', ')})` : ''
  const conditionSql = conditions.join(' AND ')
  // The totals are the left side of the join, so that an empty page still has them.
  const totals =
    collection === undefined
      ? { sql: 'SELECT assets, bytes FROM asset_totals WHERE trashed = ?', value: trash ? 1 : 0 }
      : { sql: 'SELECT assets, bytes FROM collections WHERE id = ?', value: collection }
  const hasStoredTotals = query === null && !starred && (collection === undefined || !trash)
  const rangeSql = ` AND ${seqColumn} > ? AND ${seqColumn} < ?`
  return {
    needsScan:
      query !== null ||
      (starred && kinds.length > 0) ||
      (collection !== undefined && (starred || trash || kinds.length > 0)),
    page: ({ above, below }, end, limit) => ({
      sql: `SELECT t.assets AS total_assets, t.bytes AS total_bytes, p.* FROM (${totals.sql}) t LEFT JOIN (
        SELECT ${TILE_COLUMNS} FROM ${source} ${TILE_JOINS} WHERE ${conditionSql}${kindCondition}${rangeSql}
          ORDER BY ${seqColumn} ${end === 'newest' ? 'DESC' : 'ASC'} LIMIT ?) p ORDER BY p.seq DESC`,
      values: [totals.value, ...values, ...kinds, above, below, limit],
    }),
    count: hasStoredTotals
      ? null
      : ({ above, below }) => ({
          sql: `SELECT count(*) AS total, coalesce(sum(a.bytes), 0) AS bytes FROM ${source} WHERE ${conditionSql}${rangeSql}`,
          values: [...values, above, below],
        }),
  }
}
