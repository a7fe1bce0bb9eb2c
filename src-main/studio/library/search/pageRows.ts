import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'
import type { Row } from '../../storage/database/Database.ts'
import { boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'

export type PageRequest = RouteInput<'library.page'>

/** Rows of a page, at most `limit`, in the order of the list. */
export interface PageRows {
  rows: Row[]
  /** Whether the list has results before or after these. */
  hasPrevious: boolean
  hasNext: boolean
  /** Null if the results were not counted. */
  totals: { total: number; bytes: number } | null
}

/** A page ends before its rows exceed this size as JSON, but it has at least one. */
const MAX_PAGE_BYTES = 60_000

export const isNewestFirst = ({ by, descending }: LibrarySort): boolean => by === 'date' && descending
/** Whether a page is read towards the start of the list: it ends before the cursor `after`, or at the end of the list if that is null. */
export const isBackward = ({ after }: PageRequest): boolean => after !== undefined

/** The rows that fit into the maximum size of a page, with its cursors. */
export function limitPage(
  request: PageRequest,
  { rows, hasPrevious, hasNext }: PageRows,
): { rows: Row[]; next: string | null; previous?: string | null } {
  const { sort, before, after } = request
  const shown = isBackward(request) ? takeFitting(rows.toReversed()).toReversed() : takeFitting(rows)
  const isCut = shown.length < rows.length
  const cursorOf = (row: Row | undefined): string | null => (row ? formatRowCursor(row, sort) : null)
  const [first, last] = [cursorOf(shown[0]), cursorOf(shown.at(-1))]
  if (after !== undefined) {
    // The next page of an empty one begins with the result at its cursor.
    const continued = after === null ? null : (last ?? formatCursor(cursorBefore(parseCursor(after), sort)))
    return { rows: shown, next: continued, previous: hasPrevious || isCut ? first : null }
  }
  const next = hasNext || isCut ? last : null
  return before === null ? { rows: shown, next } : { rows: shown, next, previous: hasPrevious ? first : null }
}

function takeFitting(rows: readonly Row[]): Row[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return bytes > MAX_PAGE_BYTES && index > 0
  })
  return rows.slice(0, end === -1 ? rows.length : end)
}

/** The position of a row with the columns that results are sorted by, as text. */
export const formatRowCursor = (row: Row, sort: LibrarySort): string => formatCursor(rowCursor(row, sort))

function rowCursor(row: Row, { by }: LibrarySort): Cursor {
  const column = { date: 'created_at', price: 'price', duration: 'duration_ms', size: 'bytes' }[by]
  const value = row[column] ?? null
  return { value: value === null ? null : Number(value), seq: Number(row['seq']) }
}

/** A position in an ordered list, between results: the value it is ordered by, and a sequence number. A `value` of null stands for a missing value. */
export interface Cursor {
  value: number | null
  seq: number
}

export const formatCursor = ({ value, seq }: Cursor): string => `${value ?? ''}/${seq}`

/** @throws StudioError `invalid_input`. */
export function parseCursor(text: string): Cursor {
  const [value = '', seq = '', ...rest] = text.split('/')
  const cursor = { value: value === '' ? null : Number(value), seq: Number(seq) }
  const isValid = Number.isSafeInteger(cursor.seq) && (cursor.value === null || cursor.value >= 0)
  if (!isValid || seq === '' || rest.length > 0)
    throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
  return cursor
}

/** The position right before the result at a cursor. Among equal values the newest comes first, except by date, oldest first. */
const cursorBefore = ({ value, seq }: Cursor, { by, descending }: LibrarySort): Cursor => ({
  value,
  seq: by === 'date' && !descending ? seq - 1 : seq + 1,
})
