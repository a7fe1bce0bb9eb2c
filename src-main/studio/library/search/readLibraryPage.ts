import { borderErrors, collectionErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../../storage/Database.ts'
import { pageQuery, type Stretch } from './pageQuery.ts'

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
const FIRST_STRETCH = 100_000
const MAX_STRETCH = 300_000

/** Reads a page of the library, in slices if it scans a part that grows with the history. */
export function* readLibraryPage(
  database: Database,
  { before, after, limit, isCounted = false, ...view }: LibraryRequest,
): Generator<void, LibraryRead> {
  const isUpwards = after !== undefined
  const edge = isUpwards ? Number(after ?? 0) : before === null ? Number.MAX_SAFE_INTEGER : Number(before)
  if (!Number.isSafeInteger(edge)) throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
  const query = pageQuery(view)
  const whole = isUpwards ? { above: edge, below: Number.MAX_SAFE_INTEGER } : { above: 0, below: edge }
  let rows: Row[] = []
  let kept = { total: 0, bytes: 0 }
  for (const stretch of query.isLong ? stretchesOf(database, whole, isUpwards) : [whole]) {
    const { sql, values } = query.page(stretch, isUpwards ? 'oldest' : 'newest', limit + 1 - rows.length)
    const found = database.all(sql, ...values)
    if (found.length === 0) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    kept = { total: Number(found[0]?.['total_assets']), bytes: Number(found[0]?.['total_bytes']) }
    const some = found.filter(({ id }) => id !== null)
    rows = isUpwards ? [...some, ...rows] : [...rows, ...some]
    if (rows.length > limit) break
    yield
  }
  if (query.count === null) return { rows, totals: kept }
  if (isCounted) return { rows, totals: null }
  const all = { above: 0, below: Number.MAX_SAFE_INTEGER }
  const totals = { total: 0, bytes: 0 }
  for (const stretch of query.isLong ? stretchesOf(database, all, false) : [all]) {
    const { sql, values } = query.count(stretch)
    const row = database.get(sql, ...values)
    totals.total += Number(row?.['total'])
    totals.bytes += Number(row?.['bytes'])
    yield
  }
  return { rows, totals }
}

/** Splits a range into slices, from the newest down or from the oldest up; at least one. */
function* stretchesOf(database: Database, { above, below }: Stretch, isUpwards: boolean): Generator<Stretch> {
  const isOpen = below === Number.MAX_SAFE_INTEGER
  const last = isOpen ? Number(database.get('SELECT max(seq) AS seq FROM assets')?.['seq'] ?? 0) : below - 1
  let [low, high] = [above + 1, last]
  for (let length = FIRST_STRETCH; ; length = Math.min(2 * length, MAX_STRETCH)) {
    const isLast = high - low < length
    const from = isLast || isUpwards ? low : high - length + 1
    const to = isLast || !isUpwards ? high : low + length - 1
    yield { above: from - 1, below: to + 1 }
    if (isLast) return
    if (isUpwards) low = to + 1
    else high = from - 1
  }
}
