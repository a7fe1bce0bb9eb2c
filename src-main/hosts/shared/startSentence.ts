import { jobErrors, StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'
import { errorCode } from './errorCode.ts'

/** Why Easel could not start, as one sentence a person can act on. */
export function startSentence(error: unknown, dataFolder: string): string {
  const code = error instanceof StudioError ? error.problem.code : ''
  switch (code) {
    case storageErrors.libraryInUse:
      return `The library in ${dataFolder} is open in another Easel. Close that one first, or start with --data and another folder.`
    case storageErrors.databaseNewer:
      return `The library in ${dataFolder} was made by a newer Easel. Update Easel to open it; nothing in it was changed.`
    case jobErrors.diskFull:
      return `The disk that holds ${dataFolder} is full. Make room and start again; nothing was lost.`
    case storageErrors.databaseUpdateFailed:
      return `The library in ${dataFolder} could not be brought up to this Easel. Nothing in it was changed; logs/easel.log there says why.`
    default:
      return `Easel could not open its library in ${dataFolder}: ${reason(error)}. Nothing in it was deleted.`
  }
}

function reason(error: unknown): string {
  if (error instanceof StudioError) return `${error.problem.params?.['cause'] || error.problem.code}`
  const code = errorCode(error)
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return 'the folder cannot be written to'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'there is a file where the folder should be'
  return error instanceof Error ? error.message : String(error)
}
