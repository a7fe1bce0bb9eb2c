import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'
import type { ResultColumns } from './columns/ResultColumns.ts'
import type { Cursor } from './cursors.ts'

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
export function selectSorted(
  columns: ResultColumns,
  rows: Uint32Array,
  { sort, cursor, isBackward, count }: Selection,
): Uint32Array {
  const values = columns.numbers[sort.by]
  const direction = isBackward ? -1 : 1
  // Missing values are last in both orders. Equal values are ordered by the time at which they were added, the last one first.
  const toKey = (value: number): number =>
    direction * (Number.isNaN(value) ? Infinity : sort.descending ? -value : value)
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
