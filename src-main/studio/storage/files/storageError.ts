import { statfsSync } from 'node:fs'
import { jobErrors, StudioError, storageErrors } from '../../../../src-preload/contract/errors.ts'

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

/** The system error code, such as `ENOSPC`; null if the error has none. */
export const systemErrorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** Whether an error of the system or of SQLite is due to a full disk or quota. */
export const isDiskFull = (error: unknown): boolean =>
  DISK_FULL_CODES.has(systemErrorCode(error) ?? '') || sqliteErrorKind(error) === 'full'

/** With less free space than this, a failed write of SQLite is probably due to the full disk. */
const NEARLY_FULL_BYTES = 256 * 1024

function isNearlyFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < NEARLY_FULL_BYTES
}

/** A disk error under `folder` as a StudioError for the user; any other error unchanged. */
export function toStorageError(error: unknown, folder: string): unknown {
  if (error instanceof StudioError) return error
  // If there is no space for the write-ahead log, SQLite reports only "I/O error".
  if (isDiskFull(error) || (sqliteErrorKind(error) === 'inaccessible' && isNearlyFull(folder)))
    return new StudioError({ code: jobErrors.diskFull, money: 'none' })
  const kind = sqliteErrorKind(error)
  if (kind === 'busy') return new StudioError({ code: storageErrors.libraryInUse, money: 'none' })
  const isAccessError =
    kind === 'inaccessible' || /^E(ACCES|PERM|ROFS|IO|NOTDIR|EXIST|MFILE)$/.test(systemErrorCode(error) ?? '')
  if (!isAccessError || !(error instanceof Error)) return error
  const params = { cause: kind === null ? (systemErrorCode(error) ?? '') : error.message }
  return new StudioError({ code: storageErrors.diskFailed, money: 'none', params })
}

/** What an error of SQLite means for the file; null for other errors. `inaccessible`: it can't be opened, read or written. */
type SqliteErrorKind = 'damaged' | 'busy' | 'full' | 'inaccessible' | 'other' | null

// Primary result codes: sqlite.org/rescode.html
const KIND_BY_CODE: Record<number, SqliteErrorKind> = {
  3: 'inaccessible',
  5: 'busy',
  6: 'busy',
  8: 'inaccessible',
  10: 'inaccessible',
  11: 'damaged',
  13: 'full',
  14: 'inaccessible',
  26: 'damaged',
}

/** The kind of an SQLite error; null for any other error. */
export function sqliteErrorKind(error: unknown): SqliteErrorKind {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return KIND_BY_CODE[error.errcode & 0xff] ?? 'other'
}
