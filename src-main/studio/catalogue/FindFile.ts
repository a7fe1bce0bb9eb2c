import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { FieldOf, Values } from '../../../src-preload/contract/types/form.ts'
import { isActive } from './values/valueRules.ts'
import type { FieldRow, FileRow } from './Operation.ts'

/** What is known of a saved file that a job may take in. */
export interface FileFacts {
  kind: AssetKind
  /** By its magic bytes, as an extension. */
  format: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
  /** Its name when it was taken in; null: it never had one. */
  name: string | null
  /** Absolute. */
  path: string
  /** Whether it is there on disk now. */
  present: boolean
}

/** The file behind an asset id; null where there is no such asset. */
export type FindFile = (id: string) => FileFacts | null

/** For forms and values without files. */
export const noFiles: FindFile = () => null

/** Whether a file is of a kind and a format that a field takes. */
export const takesFile = (
  { media, formats }: { media: FieldOf<'file'>['media']; formats: readonly string[] },
  { kind, format }: Pick<FileFacts, 'kind' | 'format'>,
): boolean => media.some((one) => one === kind) && formats.includes(format)

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
