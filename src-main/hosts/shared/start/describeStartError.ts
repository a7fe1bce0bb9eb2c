import { jobErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { isDiskFull, systemErrorCode } from '../../../studio/storage/files/storageError.ts'

/** A message for the user about why Easel can't start and what to do. */
export function describeStartError(error: unknown, dataFolder: string): string {
  const code: string = error instanceof StudioError ? error.problem.code : ''
  switch (code) {
    case storageErrors.libraryMissing:
      return `There’s no library in ${dataFolder}. If it’s on another disk, connect that and start Easel again. Nothing was changed.`
    case storageErrors.libraryUnfinished:
      return `The library in ${dataFolder} isn’t complete: it’s still being copied there. Open the library it’s copied from, then continue in Settings → Library.`
    case storageErrors.libraryInUse:
      return `Another copy of Easel has the library in ${dataFolder} open. Close it first, or start Easel with --data and another folder.`
    case storageErrors.databaseNewer:
      return `A newer version of Easel created the library in ${dataFolder}. Update Easel to open it. Nothing was changed.`
    case jobErrors.diskFull:
      return `The disk with the library in ${dataFolder} is full. Free up space and start Easel again. Nothing was lost.`
    case storageErrors.updateNeedsRoom:
      return `The disk with the library in ${dataFolder} is too full to update it: Easel needs ${formatGigabytes(error, 'needed')}, and ${formatGigabytes(error, 'free')} is free. Free up space and start Easel again. Nothing was changed.`
    case storageErrors.databaseUpdateFailed:
      return `Easel couldn’t update the library in ${dataFolder}. Nothing was changed. The reason is in logs/easel.log in that folder.`
    case storageErrors.sqliteTooOld:
      return `Easel didn’t open the library in ${dataFolder}, because its database engine (SQLite ${readParam(error, 'found')}) has a bug that can lose data. Update Easel, or Node.js if you start Easel with it, to get SQLite ${readParam(error, 'wanted')} or newer. Nothing was changed.`
    default:
      return `Easel couldn’t open its library in ${dataFolder}: ${describeReason(error)}. Nothing was deleted.`
  }
}

/** A message for the user about why a library was not moved. It is open where it was. */
export function describeMoveError(error: unknown): string {
  if (isDiskFull(error))
    return 'The disk of the new folder is full. Free up space there and move the library again; what was copied is used. Nothing was lost.'
  if (error instanceof StudioError && error.problem.code === storageErrors.libraryMissing)
    return 'The new folder wasn’t found. Connect its disk and move the library again. Nothing was lost.'
  return `The library is open in its old folder: ${describeReason(error)}. Nothing was lost.`
}

function readParam(error: unknown, name: string): string {
  const params: Record<string, string | number> =
    error instanceof StudioError ? { ...error.problem.params } : {}
  return String(params[name] ?? '')
}

/** Formats a parameter of the problem in gigabytes. Required bytes (`needed`) are rounded up, free bytes down. */
function formatGigabytes(error: unknown, name: 'needed' | 'free'): string {
  const bytes = Number(readParam(error, name))
  return `${(name === 'needed' ? Math.ceil : Math.floor)(bytes / 1e8) / 10} GB`
}

const NOT_WRITABLE = /^(EACCES|EROFS|EPERM)$|readonly/

function describeReason(error: unknown): string {
  // The system's code or the message of SQLite.
  const cause = error instanceof StudioError ? readParam(error, 'cause') : (systemErrorCode(error) ?? '')
  if (NOT_WRITABLE.test(cause)) return 'the folder isn’t writable'
  if (cause === 'ENOTDIR' || cause === 'EEXIST') return 'there’s a file where the folder should be'
  if (!(error instanceof StudioError)) return error instanceof Error ? error.message : String(error)
  if (error.problem.code === storageErrors.diskFailed) return 'its files couldn’t be read or written'
  return 'the reason is in logs/easel.log in that folder'
}
