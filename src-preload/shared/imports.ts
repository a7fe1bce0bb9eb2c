import type { ImportStatus } from '../contract/types/import.ts'
import type { RouteOutput } from '../contract/routes.ts'
import type { Problem } from '../contract/types/problem.ts'

/** Maximum number of files in one import. */
export const MAX_IMPORTED_FILES = 100_000
/** Maximum depth of the imported folders below the chosen one. */
export const MAX_IMPORT_DEPTH = 32
/** Why files or folders were left out of an import. */
export const TOO_MANY_FILES: Problem = {
  code: 'import_too_many_files',
  money: 'none',
  params: { max: MAX_IMPORTED_FILES },
}
export const TOO_DEEP: Problem = {
  code: 'import_too_deep',
  money: 'none',
  params: { max: MAX_IMPORT_DEPTH },
}
/** Maximum number of failures listed by name; others are only counted. */
export const MAX_LISTED_FAILURES = 100

/** The status of an import that begins. `source` is the name of what is imported, empty for several files. */
export const newImportStatus = (source: string): ImportStatus => ({
  content: 'files',
  state: 'listing',
  source,
  files: 0,
  filesDone: 0,
  added: 0,
  duplicates: 0,
  trashed: 0,
  restored: 0,
  failures: [],
  failureCount: 0,
  problem: null,
})

export const isImportOver = ({ state }: ImportStatus): boolean => state !== 'listing' && state !== 'running'

/** The change of a status after a file was imported. */
export function countImported(
  status: ImportStatus,
  { isNew, isTrashed, isRestored }: Omit<RouteOutput<'imports.add'>, 'id'>,
): Partial<ImportStatus> {
  const { added, trashed, restored, duplicates, filesDone } = status
  return {
    ...(isNew && { added: added + 1 }),
    ...(isTrashed && { trashed: trashed + 1 }),
    ...(isRestored && { restored: restored + 1 }),
    ...(!isNew && !isTrashed && !isRestored && { duplicates: duplicates + 1 }),
    filesDone: filesDone + 1,
  }
}
