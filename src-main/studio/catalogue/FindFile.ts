import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { FieldOf, Values } from '../../../src-preload/contract/types/form.ts'
import { doConditionsHold } from './valueRules.ts'
import type { FieldRow, FileRow } from './Operation.ts'

/** Metadata of a saved file that a job may use as input. */
export interface FileMetadata {
  kind: AssetKind
  /** File extension of the format that its magic bytes show, such as `png`. */
  format: string
  mime: string
  bytes: number
  /** Pixels; null for audio and text, and if it couldn't be measured. */
  width: number | null
  height: number | null
  /** Null for images and text, and if it couldn't be measured. */
  durationMs: number | null
  /** The original file name; null if unknown. */
  name: string | null
  /** The title of the job that made it or its source; for an uploaded file, the file name. */
  title: string
  /** Absolute path. */
  path: string
  /** Whether the file exists on disk now. */
  isPresent: boolean
}

/** The file of an asset; null if the asset doesn't exist. */
export type FindFile = (id: string) => FileMetadata | null

/** Finds no file; for forms and values without files. */
export const noFiles: FindFile = () => null

/** Whether a field accepts the kind and format of a file. */
export const acceptsFile = (
  { media, formats }: { media: FieldOf<'file'>['media']; formats: readonly string[] },
  { kind, format }: Pick<FileMetadata, 'kind' | 'format'>,
): boolean => media.some((accepted) => accepted === kind) && formats.includes(format)

interface InputFile {
  row: FileRow
  id: string
  file: FileMetadata
}

/** The files whose ids are in the values, in the order of the rows. Ids of missing assets are left out. */
export function inputFilesOf(rows: readonly FieldRow[], values: Values, find: FindFile): InputFile[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'file' || (row.when && !doConditionsHold([row.when], values))) return []
    const ids = Object.hasOwn(values, row.name) ? values[row.name] : undefined
    if (!Array.isArray(ids)) return []
    return ids.flatMap((id): InputFile[] => {
      const file = typeof id === 'string' ? find(id) : null
      return file && typeof id === 'string' ? [{ row, id, file }] : []
    })
  })
}
