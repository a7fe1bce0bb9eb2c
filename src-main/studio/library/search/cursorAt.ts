import { boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Database } from '../../storage/database/Database.ts'
import { keyAtRank, sortKeysOf, toSortKey, valueOfKey } from './columns/sortKeys.ts'
import type { ResultColumns } from './columns/ResultColumns.ts'
import { resultIndexOf, type ResultList } from './columns/ResultIndex.ts'
import { type Cursor, formatCursor, isNewestFirst } from './pageRows.ts'

type CursorRequest = RouteInput<'library.cursor'>
type CursorResponse = RouteOutput<'library.cursor'>

/**
 * The position of a time in a list by date: before the results of that time, in the order of the list.
 * @throws StudioError `invalid_input` if the list has another order.
 */
export function cursorAtTime(time: number, { by, descending }: CursorRequest['sort']): CursorResponse {
  if (by !== 'date') throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
  return { before: formatCursor({ value: time, seq: descending ? Number.MAX_SAFE_INTEGER : 0 }) }
}

/** The position before the result with a rank, or before the last one. A list that is sorted newest first is filtered only as far as needed. */
export function* findCursorAtRank(
  database: Database,
  { filter, sort, rank }: Pick<CursorRequest, 'filter' | 'sort'> & { rank: number },
): Generator<void, CursorResponse> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const list = index.list(filter)
  if (isNewestFirst(sort)) {
    while (!list.isComplete && list.length <= rank) {
      yield
      list.extend()
    }
  } else yield* list.complete()
  // The cursor of a result is the position after it.
  const previous = Math.min(rank, list.length - 1) - 1
  if (previous < 0) return { before: null }
  return { before: formatCursor(cursorOfRank(index.columns, list, sort, previous)) }
}

function cursorOfRank(
  { numbers, seq }: ResultColumns,
  { rows }: ResultList,
  { by, descending }: CursorRequest['sort'],
  rank: number,
): Cursor {
  if (by === 'date') {
    const row = rows[descending ? rank : rows.length - 1 - rank] ?? 0
    return { value: numbers.date[row] ?? 0, seq: seq[row] ?? 0 }
  }
  const values = numbers[by]
  const key = keyAtRank(sortKeysOf(values, rows, descending), rank) ?? Infinity
  let smaller = 0
  // Equal values are ordered by the time at which they were added, the last one first.
  const places: number[] = []
  for (const row of rows) {
    const other = toSortKey(values[row] ?? NaN, descending)
    if (other < key) smaller++
    else if (other === key) places.push(-(seq[row] ?? 0))
  }
  const place = keyAtRank(Float64Array.from(places), rank - smaller) ?? 0
  return { value: valueOfKey(key, descending), seq: -place }
}
