import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { StudioError, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { describeFolder, SOURCE_MARKER, TARGET_MARKER } from '../../../studio/storage/files/libraryFolder.ts'
import { KnownLibraries } from '../libraries/KnownLibraries.ts'
import { configFolder, defaultDataFolder } from './dataFolder.ts'

/** The library to open at a start. */
export interface StartFolder {
  folder: string
  known: KnownLibraries
  /** Why a requested move failed; null if there was none, or it succeeded. */
  moveError: unknown
}

/** The list of this user's libraries. */
export function createKnownLibraries(): KnownLibraries {
  const system = [process.platform, process.env, homedir()] as const
  return new KnownLibraries(configFolder(...system), defaultDataFolder(...system))
}

/** The folder to open if no move is pending: the one of `--data`, otherwise the first known one. */
export const chosenFolder = (data: string | null, known: KnownLibraries): string => data ?? known.first.folder

/**
 * Finds the folder to open and completes a move of its library, before anything is opened. A known library whose folder is gone isn't created
 * again. @throws StudioError `library_missing`, or like `completeMove`.
 */
export async function findStartFolder(data: string | null, known: KnownLibraries): Promise<StartFolder> {
  const chosen = chosenFolder(data, known)
  const start = { folder: chosen, known, moveError: null }
  if (existsSync(join(chosen, SOURCE_MARKER)) || existsSync(join(chosen, TARGET_MARKER))) {
    // Loaded only when needed, because it would delay each start.
    const { completeMove } = await import('../../../studio/storage/move/completeMove.ts')
    const move = completeMove(chosen)
    // If the list can't be written now, the marker in the old folder leads to the new one until it can (`removeMovedFiles`).
    if (move && move.folder !== chosen) await known.replace(chosen, move.folder).catch(() => {})
    if (move) return { ...start, folder: move.folder, moveError: move.error }
  }
  const mayCreate = data !== null || known.first.isDefault
  if (!mayCreate && !['library', 'backup'].includes(describeFolder(chosen)))
    throw new StudioError({ code: storageErrors.libraryMissing, money: 'none' })
  return start
}
