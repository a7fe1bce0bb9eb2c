import { jobErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { isDiskFull, systemErrorCode } from '../../../studio/storage/files/storageError.ts'

/** Why Easel can't start, for a reason that has nothing to do with its library. The message is for the user and says what to do. */
export class StartError extends Error {}

/** A message for the user about why Easel can't start and what to do. */
export function describeStartError(error: unknown, dataFolder: string): string {
  const problem = error instanceof StudioError ? error.problem : null
  if (problem?.code === storageErrors.updateNeedsRoom)
    return `The disk with the library in ${dataFolder} is too full to update it: Easel needs ${formatGigabytes(problem.params.needed, Math.ceil)}, and ${formatGigabytes(problem.params.free, Math.floor)} is free. Free up space and start Easel again. Nothing was changed.`
  if (problem?.code === storageErrors.sqliteTooOld)
    return `Easel didn’t open the library in ${dataFolder}, because its database engine (SQLite ${problem.params.found}) has a bug that can lose data. Update Easel, or Node.js if you start Easel with it, to get SQLite ${problem.params.wanted} or newer. Nothing was changed.`
  const code: string = problem?.code ?? ''
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
    case storageErrors.databaseUpdateFailed:
      return `Easel couldn’t update the library in ${dataFolder}. Nothing was changed. The reason is in logs/easel.log in that folder.`
    default:
      if (isDiskFull(error))
        return `The disk with the library in ${dataFolder} is full. Free up space and start Easel again. Nothing was lost.`
      if (error instanceof StartError) return error.message
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

/** Formats bytes in gigabytes. Required bytes are rounded up, free bytes down. */
const formatGigabytes = (bytes: number, round: (value: number) => number): string =>
  `${round(bytes / 1e8) / 10} GB`

const NOT_WRITABLE = /^(EACCES|EROFS|EPERM)$|readonly/

function describeReason(error: unknown): string {
  // The system's code or the message of SQLite.
  const cause = (error instanceof StudioError ? readCause(error.problem) : systemErrorCode(error)) ?? ''
  if (NOT_WRITABLE.test(cause)) return 'the folder isn’t writable'
  if (cause === 'ENOTDIR' || cause === 'EEXIST') return 'there’s a file where the folder should be'
  if (!(error instanceof StudioError)) return error instanceof Error ? error.message : String(error)
  if (error.problem.code === storageErrors.diskFailed) return 'its files couldn’t be read or written'
  return 'the reason is in logs/easel.log in that folder'
}

const readCause = ({ params }: Problem): string | undefined =>
  params && 'cause' in params ? params.cause : undefined
