import { statfsSync } from 'node:fs'
import { jobErrors, StudioError, storageErrors } from '../../../../src-preload/contract/errors.ts'

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

/** The system error code, such as `ENOSPC`; null if the error has none. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

export const isDiskFull = (error: unknown): boolean =>
  DISK_FULL_CODES.has(systemCode(error) ?? '') || sqliteFault(error) === 'full'

function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 256 * 1024
}

/** A disk error under `folder` as a StudioError for the user; any other error unchanged. */
export function storageFault(error: unknown, folder: string): unknown {
  if (error instanceof StudioError) return error
  // If there is no space for the write-ahead log, SQLite reports only "I/O error".
  if (isDiskFull(error) || (sqliteFault(error) === 'refused' && hasNoRoom(folder)))
    return new StudioError({ code: jobErrors.diskFull, money: 'none' })
  const fault = sqliteFault(error)
  if (fault === 'busy') return new StudioError({ code: storageErrors.libraryInUse, money: 'none' })
  const refused =
    fault === 'refused' || /^E(ACCES|PERM|ROFS|IO|NOTDIR|EXIST|MFILE)$/.test(systemCode(error) ?? '')
  if (!refused || !(error instanceof Error)) return error
  const params = { cause: fault === null ? (systemCode(error) ?? '') : error.message }
  return new StudioError({ code: storageErrors.diskFailed, money: 'none', params })
}

/** What an error of SQLite means for the file; null if it isn't an error of SQLite. */
type SqliteFault = 'damaged' | 'busy' | 'full' | 'refused' | 'other' | null

// Primary result codes: sqlite.org/rescode.html
const FAULT_BY_CODE: Record<number, SqliteFault> = {
  3: 'refused',
  5: 'busy',
  6: 'busy',
  8: 'refused',
  10: 'refused',
  11: 'damaged',
  13: 'full',
  14: 'refused',
  26: 'damaged',
}

export function sqliteFault(error: unknown): SqliteFault {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return FAULT_BY_CODE[error.errcode & 0xff] ?? 'other'
}
