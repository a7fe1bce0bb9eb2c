import { boundaryErrors, collectionErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { pageQuery, type SeqRange } from './pageQuery.ts'

export interface LibraryRequest extends RouteInput<'library.page'> {
  /** The caller already has the totals. */
  isCounted?: boolean
}

/** Rows of a page, newest first, plus one if there are more; totals are null if they were not requested. */
export interface LibraryRead {
  rows: Row[]
  totals: { total: number; bytes: number } | null
}

/**
 * Rows scanned per slice: few at first, because most searches find new results; then many, because each slice of a search reads
 * the index entries of its terms again.
 */
const FIRST_SLICE = 100_000
const MAX_SLICE = 300_000

/** Reads a page of the library, in slices if it scans a part that grows with the history. */
export function* readLibraryPage(
  database: Database,
  { before, after, limit, isCounted = false, ...view }: LibraryRequest,
): Generator<void, LibraryRead> {
  const isAscending = after !== undefined
  const cursor = isAscending ? Number(after ?? 0) : before === null ? Number.MAX_SAFE_INTEGER : Number(before)
  if (!Number.isSafeInteger(cursor))
    throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
  const query = pageQuery(view)
  const fullRange = isAscending
    ? { above: cursor, below: Number.MAX_SAFE_INTEGER }
    : { above: 0, below: cursor }
  let rows: Row[] = []
  let storedTotals = { total: 0, bytes: 0 }
  for (const range of query.isSlow ? slicesOf(database, fullRange, isAscending) : [fullRange]) {
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
  if (isCounted) return { rows, totals: null }
  const allSeqs = { above: 0, below: Number.MAX_SAFE_INTEGER }
  const totals = { total: 0, bytes: 0 }
  for (const range of query.isSlow ? slicesOf(database, allSeqs, false) : [allSeqs]) {
    const { sql, values } = query.count(range)
    const row = database.get(sql, ...values)
    totals.total += Number(row?.['total'])
    totals.bytes += Number(row?.['bytes'])
    yield
  }
  return { rows, totals }
}

/** Splits a range into at least one slice, from the newest down or from the oldest up. */
function* slicesOf(
  database: Database,
  { above, below }: SeqRange,
  isAscending: boolean,
): Generator<SeqRange> {
  const isOpen = below === Number.MAX_SAFE_INTEGER
  const last = isOpen ? Number(database.get('SELECT max(seq) AS seq FROM assets')?.['seq'] ?? 0) : below - 1
  let [low, high] = [above + 1, last]
  for (let length = FIRST_SLICE; ; length = Math.min(2 * length, MAX_SLICE)) {
    const isLast = high - low < length
    const first = isLast || isAscending ? low : high - length + 1
    const end = isLast || !isAscending ? high : low + length - 1
    yield { above: first - 1, below: end + 1 }
    if (isLast) return
    if (isAscending) low = end + 1
    else high = first - 1
  }
}
