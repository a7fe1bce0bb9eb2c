import { boundaryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'

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

/** The position right before the result at a cursor. */
export const cursorBefore = ({ value, seq }: Cursor, { by, descending }: LibrarySort): Cursor => ({
  value,
  seq: by === 'date' && !descending ? seq - 1 : seq + 1,
})
