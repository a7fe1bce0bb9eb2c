import { existsSync, chmodSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { describeFolder, SOURCE_MARKER, TARGET_MARKER } from '../../../studio/storage/files/libraryFolder.ts'
import { KnownLibraries } from '../libraries/KnownLibraries.ts'

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

/**
 * The default data folder. Both hosts use the same one, so that they share a library; the studio's lock allows one of them at a
 * time.
 */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Easel')
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'Easel')
  }
  const xdg = env['XDG_DATA_HOME']
  // The XDG specification requires that a relative path is ignored.
  return posix.join(xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), 'easel')
}

/** The folder of this user's settings that belong to no library. It is outside the default data folder, which may move. */
export function configFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'studio.easel.app')
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'studio.easel.app')
  const xdg = env['XDG_CONFIG_HOME']
  return posix.join(xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.config'), 'easel')
}

/** Files and folders that Easel may create in a data folder before the library exists. */
const FILES_BEFORE_LIBRARY: ReadonlySet<string> = new Set(['operations.json', 'easel.lock', 'logs', 'window'])

/**
 * Makes a data folder private if other users of the computer can read it. Returns why it remains readable, or null. A folder with
 * other files and no library (`/tmp`, a home folder) is left as it is.
 */
export function makeFolderPrivate(folder: string): string | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !stats?.isDirectory() || (stats.mode & 0o077) === 0) return null
  const warning = `Other users of this computer can read ${folder}`
  if (stats.uid !== process.getuid?.()) return `${warning}: it belongs to another user.`
  const entries = readdirSync(folder)
  if (!entries.includes('easel.db') && !entries.every((name) => FILES_BEFORE_LIBRARY.has(name)))
    return `${warning}: it contains other files and no library.`
  try {
    chmodSync(folder, 0o700)
    return (statSync(folder).mode & 0o077) === 0
      ? null
      : `${warning}: its file system doesn't support permissions.`
  } catch (error) {
    return `${warning}: ${error instanceof Error ? error.message : String(error)}`
  }
}
