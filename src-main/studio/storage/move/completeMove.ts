import {
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import { nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import { fsyncPath, writeFileDurablySync } from '../files/durableFiles.ts'
import {
  describeFolder,
  isOwnName,
  readSourceMarker,
  readTargetMarker,
  SOURCE_MARKER,
  TARGET_MARKER,
  type SourceMarker,
  type TargetMarker,
} from '../files/libraryFolder.ts'
import { lockLibrary } from '../files/lockLibrary.ts'
import { copyRest } from './copyRest.ts'

/** The outcome of a move. */
export interface MoveOutcome {
  /** The folder to open instead of the chosen one. */
  folder: string
  /** Why the library was not moved, so that it opens where it was; null if it was moved. */
  error: unknown
}

/**
 * Completes a move of a library before anything is opened. `folder` is its old or its new folder; returns null if it belongs to no move. A crash
 * at any step leaves markers from which the next call continues. The library counts as moved once the marker in the old folder says so;
 * until then an error leaves it, or puts it back, where it was. Synchronous, because Electron must know the folder before it is ready.
 *
 * @throws StudioError `library_unfinished` for an incomplete copy whose library isn't found, `library_missing` for a moved library whose
 *   disk isn't connected, `library_in_use`; and disk errors if the files of a library are in both folders and can't be put back now.
 */
export function completeMove(folder: string): MoveOutcome | null {
  const source = readSourceMarker(folder)
  if (source !== null) return moveFrom(folder, source)
  const target = readTargetMarker(folder)
  if (target === null || target.kind === 'moved') return null
  const other = target.kind === 'move' ? readSourceMarker(target.from) : null
  if (other === null || !isSameFolder(other.to, folder))
    throw nonBillingError(storageErrors.libraryUnfinished)
  return moveFrom(target.from, other)
}

function moveFrom(from: string, { to }: SourceMarker): MoveOutcome {
  const lock = lockLibrary(from)
  // Another process may have completed the move before the lock was free.
  const source = readSourceMarker(from)
  try {
    if (source?.isComplete === false) transfer(from, source)
  } catch (error) {
    if (source) giveUp(from, source)
    return { folder: from, error }
  } finally {
    lock.release()
  }
  if (readTargetMarker(to)?.kind === 'move') writeMarker(to, TARGET_MARKER, { kind: 'moved', from })
  if (describeFolder(to) !== 'library') throw nonBillingError(storageErrors.libraryMissing)
  return { folder: to, error: null }
}

/** Renames or copies everything, then records that the library is complete in its new folder. */
function transfer(from: string, source: SourceMarker): void {
  const { to } = source
  if (readTargetMarker(to)?.kind !== 'move') throw nonBillingError(storageErrors.libraryMissing)
  if (source.by === 'rename') renameOwn(from, to)
  const left = source.by === 'rename' ? [] : copyRest(from, to)
  writeMarker(from, SOURCE_MARKER, { ...source, isComplete: true, left })
}

/**
 * Leaves the library in its old folder, or puts it back there. A copy stays marked as unfinished, so that another move
 * can continue it.
 */
function giveUp(from: string, { to, by }: SourceMarker): void {
  if (by === 'rename' && existsSync(to)) {
    renameOwn(to, from)
    rmSync(join(to, TARGET_MARKER), { force: true })
  }
  rmSync(join(from, SOURCE_MARKER))
}

/**
 * Moves what belongs to a library by renaming it. The database comes last, so that no folder has it without its files.
 */
function renameOwn(from: string, to: string): void {
  const names = readdirSync(from).filter(isOwnName)
  const isDatabase = (name: string): boolean => name === 'easel.db'
  for (const name of [...names.filter((one) => !isDatabase(one)), ...names.filter(isDatabase)])
    renameEntry(join(from, name), join(to, name))
  if (process.platform !== 'win32') fsyncPath(to, 'r')
}

function renameEntry(from: string, to: string): void {
  if (!lstatSync(from).isSymbolicLink()) return renameSync(from, to)
  // A crash may have left the link in both folders.
  const isDone = lstatSync(to, { throwIfNoEntry: false })?.isSymbolicLink() && isSameFolder(from, to)
  // A relative link would point elsewhere.
  if (!isDone) symlinkSync(realpathSync(from), to)
  unlinkSync(from)
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return one === other
  }
}

const writeMarker = (folder: string, name: string, marker: SourceMarker | TargetMarker): void =>
  writeFileDurablySync(join(folder, name), JSON.stringify(marker))
