import { statfsSync } from 'node:fs'
import { jobErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])
const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR'])
const READ_ONLY_CODES = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The system error code, such as `ENOSPC`; null if the error has none. */
export const systemErrorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** Whether an error of the system or of SQLite is due to a full disk or quota. */
export const isDiskFull = (error: unknown): boolean =>
  DISK_FULL_CODES.has(systemErrorCode(error) ?? '') || sqliteErrorKind(error) === 'full'

/** Whether an error of the system means that there is no such file or folder. */
export const isMissing = (error: unknown): boolean => MISSING_CODES.has(systemErrorCode(error) ?? '')

/** Whether an error of the system or of SQLite means that a file or folder can be read, but not written. */
export const isReadOnly = (error: unknown): boolean =>
  READ_ONLY_CODES.has(systemErrorCode(error) ?? '') || sqliteErrorKind(error) === 'read-only'

/** With less free space than this, a failed write of SQLite is probably due to the full disk. */
const NEARLY_FULL_BYTES = 256 * 1024

function isNearlyFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < NEARLY_FULL_BYTES
  } catch {
    return false
  }
}

/** A disk error under `folder` as a StudioError for the user; any other error unchanged. */
export function toStorageError(error: unknown, folder: string): unknown {
  if (error instanceof StudioError) return error
  const kind = sqliteErrorKind(error)
  // If there is no space for the write-ahead log, SQLite reports only "I/O error".
  if (isDiskFull(error) || (kind === 'inaccessible' && isNearlyFull(folder)))
    return new StudioError({ code: jobErrors.diskFull, money: 'none' })
  if (kind === 'busy') return new StudioError({ code: storageErrors.libraryInUse, money: 'none' })
  const isAccessError =
    kind === 'inaccessible' ||
    kind === 'read-only' ||
    /^E(ACCES|PERM|ROFS|IO|NOTDIR|EXIST|MFILE)$/.test(systemErrorCode(error) ?? '')
  if (!isAccessError) return error
  return diskFailedError(error)
}

/** `disk_failed` with the cause of `error`. */
export const diskFailedError = (error: unknown): StudioError =>
  new StudioError({ code: storageErrors.diskFailed, money: 'none', params: { cause: errorCause(error) } })

/** The system's code, or the message of SQLite. */
export const errorCause = (error: unknown): string =>
  sqliteErrorKind(error) === null || !(error instanceof Error)
    ? (systemErrorCode(error) ?? String(error))
    : error.message

/** A disk error of the open library in `folder`, which may have become read-only; null for any other error. */
export function libraryProblem(error: unknown, folder: string): Problem | null {
  if (isReadOnly(error))
    return {
      code: storageErrors.libraryReadOnly,
      money: 'none',
      params: { detail: folder, cause: errorCause(error) },
    }
  const converted = toStorageError(error, folder)
  return converted instanceof StudioError ? converted.problem : null
}

/** What an error of SQLite means for the file; null for other errors. `inaccessible`: it can't be opened, read or written. */
type SqliteErrorKind = 'damaged' | 'busy' | 'full' | 'read-only' | 'inaccessible' | 'other' | null

// Primary result codes: sqlite.org/rescode.html
const KIND_BY_CODE: Record<number, SqliteErrorKind> = {
  3: 'inaccessible',
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'inaccessible',
  11: 'damaged',
  13: 'full',
  14: 'inaccessible',
  26: 'damaged',
}

const CORRUPT_VTAB = 267

/** The kind of an SQLite error; null for any other error. */
export function sqliteErrorKind(error: unknown): SqliteErrorKind {
  const code = sqliteErrorCode(error)
  if (code === null) return null
  // A damaged virtual table, such as the full-text index, doesn't mean that the file is damaged.
  return code === CORRUPT_VTAB ? 'other' : (KIND_BY_CODE[code & 0xff] ?? 'other')
}

/** The extended result code of an SQLite error; null for any other error. */
export const sqliteErrorCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
