import { boundaryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'

/** A position in an ordered list, between results. A `value` of null stands for a missing value. */
export interface Cursor {
  value: number | null
  seq: number
}

/** Cursors of lists by date have only the sequence number. */
export const formatCursor = ({ value, seq }: Cursor, { by }: LibrarySort): string =>
  by === 'date' ? String(seq) : `${value ?? ''}/${seq}`

/** @throws StudioError `invalid_input`. */
export function parseCursor(text: string, { by }: LibrarySort): Cursor {
  const parts = text.split('/')
  const [value, seq] = by === 'date' ? ['', text] : parts
  const cursor = { value: value === '' ? null : Number(value), seq: Number(seq) }
  const isValid = Number.isSafeInteger(cursor.seq) && (cursor.value === null || cursor.value >= 0)
  if (!isValid || text === '' || (by !== 'date' && parts.length !== 2))
    throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
  return cursor
}

/** The position right before the result at a cursor. */
export const cursorBefore = ({ value, seq }: Cursor, { by, descending }: LibrarySort): Cursor => ({
  value,
  seq: by === 'date' && !descending ? seq - 1 : seq + 1,
})
