import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { FileFacts, FindFile } from './FindFile.ts'
import { isActive } from './isActive.ts'
import type { FieldRow, FileRow } from './Operation.ts'

interface Given {
  row: FileRow
  id: string
  file: FileFacts
}

/** The files that the values name, in the order of the rows; those of no asset are left out. */
export function filesOf(rows: readonly FieldRow[], values: Values, find: FindFile): Given[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'file' || (row.when && !isActive([row.when], values))) return []
    const ids = Object.hasOwn(values, row.name) ? values[row.name] : undefined
    if (!Array.isArray(ids)) return []
    return ids.flatMap((id): Given[] => {
      const file = typeof id === 'string' ? find(id) : null
      return file && typeof id === 'string' ? [{ row, id, file }] : []
    })
  })
}
