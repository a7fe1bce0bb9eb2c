import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { TILE_COLUMNS, TILE_JOINS } from '../assets/assetRow.ts'
import type { ResultColumns } from './columns/ResultColumns.ts'
import { resultIndexOf, type ResultList } from './columns/ResultIndex.ts'
import { toSortKey } from './columns/sortKeys.ts'
import {
  formatRowCursor,
  parseCursor,
  type Cursor,
  isBackward,
  isNewestFirst,
  type PageRequest,
  type PageRows,
} from './pageRows.ts'
import { buildSearchQuery } from './searchQuery.ts'

/**
 * Reads a page of a filtered or sorted list, in slices. A list that is sorted newest first is filtered only as far as the page needs.
 * @throws StudioError `collection_not_found`, `invalid_input`.
 */
export function readFilteredPage(database: Database, request: PageRequest): Generator<void, PageRows> {
  return readPage(database, request, TILE)
}

/** Reads the ids of a page of any list. */
export function* readIds(
  database: Database,
  request: PageRequest,
): Generator<void, RouteOutput<'library.ids'>> {
  const { sort } = request
  // Only what cursors need, because most of the time is spent on reading rows from all over the database.
  const price = sort.by === 'price' ? ', (SELECT price FROM jobs WHERE jobs.id = a.job_id) AS price' : ''
  const columns = `a.id, a.seq, a.created_at, a.duration_ms, a.bytes${price}`
  const { rows, hasNext } = yield* readPage(database, request, { columns, joins: '' })
  const last = rows.at(-1)
  return {
    ids: rows.map(({ id }) => String(id)),
    next: hasNext && last ? formatRowCursor(last, sort) : null,
  }
}

/** The part of a result that a page is read with. */
interface Selected {
  columns: string
  joins: string
}

const TILE: Selected = { columns: TILE_COLUMNS, joins: TILE_JOINS }

function* readPage(database: Database, request: PageRequest, selected: Selected): Generator<void, PageRows> {
  const { filter, sort, after } = request
  if (isPlainSearch(request) && !areDatesOutOfOrder(database))
    return readNewestMatches(database, request, selected)
  const index = resultIndexOf(database)
  yield* index.refresh()
  const list = index.list(filter)
  if (!isNewestFirst(sort) || after === null) yield* list.complete()
  if (sort.by !== 'date') return readSortedPage(database, request, { columns: index.columns, list, selected })
  let range = findRange(index.columns, list, request)
  // One more result shows whether there is another page.
  while (!list.isComplete && (range === null || range.end >= list.length)) {
    // Before, because other queries may move rows meanwhile.
    yield
    list.extend()
    range = findRange(index.columns, list, request)
  }
  const rows = inOrder(list.rows, sort)
  const { start, end } = range ?? { start: rows.length, end: rows.length }
  return {
    rows: readRows(database, selected, toSeqs(index.columns, rows.subarray(start, end))),
    hasPrevious: start > 0,
    hasNext: end < rows.length,
    totals: list.isComplete ? list.totals() : null,
  }
}

/** A page of a complete list sorted by values. */
function readSortedPage(
  database: Database,
  request: PageRequest,
  { columns, list, selected }: { columns: ResultColumns; list: ResultList; selected: Selected },
): PageRows {
  const { before, after, sort, limit } = request
  const cursorText = isBackward(request) ? (after ?? null) : before
  const cursor = cursorText === null ? null : parseCursor(cursorText)
  // One more result shows whether there is another page.
  const rows = selectSorted(columns, list.rows, {
    sort,
    cursor,
    isBackward: isBackward(request),
    count: limit + 1,
  })
  const hasMore = rows.length > limit
  const shown = isBackward(request) ? rows.slice(-limit) : rows.slice(0, limit)
  return {
    rows: readRows(database, selected, toSeqs(columns, shown)),
    hasPrevious: isBackward(request) ? hasMore : cursor !== null,
    hasNext: !isBackward(request) && hasMore,
    totals: list.totals(),
  }
}

/** The rows of a list by date, newest first, in the order of the request. */
const inOrder = (rows: Uint32Array, sort: LibrarySort): Uint32Array =>
  sort.descending ? rows : rows.toReversed()

/** Databases in which dates are known to be out of order. They stay so. */
const outOfOrder = new WeakSet<Database>()

/**
 * Whether some results were added later than results with a newer date. Then the full-text index can't return the
 * newest ones first.
 */
function areDatesOutOfOrder(database: Database): boolean {
  if (outOfOrder.has(database)) return true
  const mark = database.get("SELECT 1 FROM library_marks WHERE name = 'dates_out_of_order'")
  if (mark) outOfOrder.add(database)
  return mark !== undefined
}

/** Whether the full-text index alone can return the page: its newest matches first, so that it stops when the page is full. */
const isPlainSearch = ({ filter, sort, before, after }: PageRequest): boolean =>
  buildSearchQuery(filter.search) !== null &&
  filter.conditions.length === 0 &&
  !filter.trash &&
  isNewestFirst(sort) &&
  before === null &&
  after === undefined

function readNewestMatches(
  database: Database,
  { filter, limit }: PageRequest,
  { columns, joins }: Selected,
): PageRows {
  const rows = database.all(
    `SELECT ${columns} FROM asset_words w CROSS JOIN assets a ON a.seq = w.rowid ${joins}
       WHERE w.asset_words MATCH ? AND a.role = 'result' AND a.trashed_at IS NULL ORDER BY w.rowid DESC LIMIT ?`,
    buildSearchQuery(filter.search),
    limit + 1,
  )
  const hasNext = rows.length > limit
  const totals = { total: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) }
  return { rows: rows.slice(0, limit), hasPrevious: false, hasNext, totals: hasNext ? null : totals }
}

interface Range {
  start: number
  end: number
}

/** The part of a list by date that the page shows; null if it isn't known yet. */
function findRange(columns: ResultColumns, list: ResultList, request: PageRequest): Range | null {
  const { before, after, limit, sort } = request
  const rows = inOrder(list.rows, sort)
  const forward = (start: number): Range => ({ start, end: Math.min(rows.length, start + limit) })
  const backward = (end: number): Range => ({ start: Math.max(0, end - limit), end })
  if (after === null) return backward(rows.length)
  const isKnown = (index: number): boolean => list.isComplete || index < rows.length
  const find = (cursor: string, isAfter: boolean): number => {
    const { value, seq } = parseCursor(cursor)
    const isReached = (row: number): boolean => {
      const order = columns.compare(row, { date: value ?? 0, seq })
      return order === 0 ? !isAfter : sort.descending ? order < 0 : order > 0
    }
    return findIndex(rows, isReached)
  }
  if (after !== undefined) {
    const end = find(after, false)
    return isKnown(end) ? backward(end) : null
  }
  if (before === null) return forward(0)
  const start = find(before, true)
  return isKnown(start) ? forward(start) : null
}

/** The index of the first row that is accepted, where all rows after it are accepted too. */
function findIndex(rows: Uint32Array, isAccepted: (row: number) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAccepted(rows[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

const toSeqs = (columns: ResultColumns, rows: Uint32Array): (number | undefined)[] =>
  Array.from(rows, (row) => columns.seq[row])

const readRows = (
  database: Database,
  { columns, joins }: Selected,
  seqs: readonly (number | undefined)[],
): Row[] =>
  database.all(
    `SELECT ${columns} FROM json_each(?) i CROSS JOIN assets a ON a.seq = i.value ${joins} ORDER BY i.key`,
    JSON.stringify(seqs),
  )

/** Candidates are sorted, and the worst ones dropped, when there are this many times as many as needed. */
const CANDIDATE_FACTOR = 8

interface Selection {
  sort: LibrarySort
  /** The position where the selection starts; null for the start of the list, or its end if it is read backward. */
  cursor: Cursor | null
  isBackward: boolean
  count: number
}

interface Candidate {
  key: number
  place: number
  row: number
}

const compare = (a: Candidate, b: Candidate): number => (a.key === b.key ? a.place - b.place : a.key - b.key)

/**
 * The rows right after a position of a list sorted by values, or right before it, in the order of the list. One scan that keeps the best
 * candidates takes a few milliseconds for a million rows, so no sorted list is kept.
 */
function selectSorted(
  columns: ResultColumns,
  rows: Uint32Array,
  { sort, cursor, isBackward, count }: Selection,
): Uint32Array {
  const values = columns.numbers[sort.by]
  const direction = isBackward ? -1 : 1
  // Equal values are ordered by the time at which they were added, the last one first.
  const toKey = (value: number): number => direction * toSortKey(value, sort.descending)
  const startKey = cursor ? toKey(cursor.value ?? NaN) : -Infinity
  const startPlace = cursor ? -direction * cursor.seq : -Infinity
  let kept: Candidate[] = []
  let worst: Candidate = { key: Infinity, place: Infinity, row: 0 }
  for (const row of rows) {
    const key = toKey(values[row] ?? NaN)
    const place = -direction * (columns.seq[row] ?? 0)
    const isAfterStart = key === startKey ? place > startPlace : key > startKey
    if (!isAfterStart || key > worst.key || (key === worst.key && place > worst.place)) continue
    kept.push({ key, place, row })
    if (kept.length < CANDIDATE_FACTOR * count) continue
    kept = kept.sort(compare).slice(0, count)
    worst = kept.at(-1) ?? worst
  }
  const selected = Uint32Array.from(kept.sort(compare).slice(0, count), ({ row }) => row)
  return isBackward ? selected.reverse() : selected
}
