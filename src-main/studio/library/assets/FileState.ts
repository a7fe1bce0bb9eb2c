import { statSync, type Stats } from 'node:fs'
import { rename, stat, utimes } from 'node:fs/promises'
import { dirname, join, parse, relative } from 'node:path'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Log } from '../../world.ts'
import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import type { LibraryPaths } from '../../storage/files/folders.ts'
import { fsyncFolder, makeFoldersFor } from '../../storage/files/durableFiles.ts'
import { makeFoundFolder } from '../../storage/files/foundFolder.ts'
import { diskFailedError, isMissing } from '../../storage/files/storageError.ts'
import { hashFile } from './hashFile.ts'
import type { AssetRow } from './assetRow.ts'

export type CheckedState = 'present' | 'missing' | 'changed'

/** File systems store times with this precision at worst, in milliseconds. */
const TIME_PRECISION_MS = 2000

interface Dependencies {
  disk: Pick<DiskGuard, 'isDisconnected' | 'requireConnected'>
  log: Log
}

/** Checks whether a file was deleted or changed by another program. */
export class FileState {
  readonly #dependencies: Dependencies
  /** Ids of assets whose change was already logged. */
  readonly #reportedChanges = new Set<string>()
  /** The hash of each file that was read, with its modification time at that moment. */
  readonly #hashes = new Map<string, { mtimeMs: number; sha256: string }>()

  constructor({ disk, log }: Dependencies) {
    this.#dependencies = { disk, log }
  }

  /** The path of a file that exists, and its size. @throws StudioError `file_missing`, `library_disconnected`, `disk_failed`. */
  async find(path: string | null, row: Pick<AssetRow, 'id' | 'bytes' | 'path'>) {
    const { disk, log } = this.#dependencies
    const found =
      path === null
        ? null
        : await statIfExists(path).catch((error: unknown) => {
            disk.requireConnected()
            throw diskFailedError(error)
          })
    if (path === null || !found?.isFile()) {
      disk.requireConnected()
      throw new StudioError({ code: libraryErrors.fileMissing, money: 'none', params: { file: row.path } })
    }
    const { size: bytes } = found
    if (bytes !== row.bytes && !this.#reportedChanges.has(row.id)) {
      this.#reportedChanges.add(row.id)
      log.warn('A file was changed by another program', { asset: row.id, was: row.bytes, is: bytes })
    }
    return { path, bytes }
  }

  /**
   * Compares the size; the hash only if the file was written after it was saved, once per change. `disconnected`: nothing is known, because
   * the whole library is gone. @throws StudioError `disk_failed` if the file can't be looked up or read.
   */
  async check(
    path: string | null,
    row: Pick<AssetRow, 'id' | 'bytes' | 'sha256' | 'created_at'>,
  ): Promise<CheckedState | 'disconnected'> {
    try {
      const found = path === null ? null : await stat(path)
      if (path === null || !found?.isFile()) return 'missing'
      if (found.size !== row.bytes) return 'changed'
      if (found.mtimeMs <= row.created_at + TIME_PRECISION_MS) return 'present'
      const known = this.#hashes.get(row.id)
      const sha256 = known?.mtimeMs === found.mtimeMs ? known.sha256 : await hashFile(path)
      this.#hashes.set(row.id, { mtimeMs: found.mtimeMs, sha256 })
      return sha256 === row.sha256 ? 'present' : 'changed'
    } catch (error) {
      if (this.#dependencies.disk.isDisconnected()) return 'disconnected'
      if (isMissing(error)) return 'missing'
      throw diskFailedError(error)
    }
  }
}

/** Whether there is a file of this size; false also if the disk fails. */
export function hasFile(path: string, bytes: number): boolean {
  try {
    const found = statSync(path)
    return found.isFile() && found.size === bytes
  } catch {
    return false
  }
}

/** Like `hasFile`, without blocking the main thread. */
export const hasFileOfSize = (path: string, bytes: number): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile() && found.size === bytes,
    () => false,
  )

/** Null if there is no such file. @throws other errors of the system. */
async function statIfExists(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const MISSING_CODES: ReadonlySet<string> = new Set([
  libraryErrors.notFound,
  libraryErrors.fileMissing,
  storageErrors.libraryDisconnected,
])

/** Whether an error says that there is no such asset, or that its file or the whole library is gone. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof StudioError && MISSING_CODES.has(error.problem.code)

/** Sets the time of a file to when its asset was saved, so that `check` doesn't read it. A failure is ignored: it only makes checks slower. */
export const setSavedTime = (path: string, savedAt: number): Promise<void> =>
  utimes(path, savedAt / 1000, savedAt / 1000).catch(() => {})

/**
 * Renames the file of an asset that was saved at `savedAt`. A file that already has the name is moved to the folder `found`.
 * @throws StudioError `disk_failed`.
 */
export async function replaceFile({
  from,
  to,
  savedAt,
  folders: { library, found },
}: {
  from: string
  to: string | null
  savedAt: number
  folders: Pick<LibraryPaths, 'library' | 'found'>
}): Promise<void> {
  try {
    if (to === null) throw new Error('The path is outside the library')
    const existing = await statIfExists(to)
    if (existing?.isFile()) {
      await makeFoundFolder(found)
      // With the time in its name it doesn't replace an earlier changed version of the same file.
      const { name, ext } = parse(to)
      await rename(to, join(found, `${name}-changed-${Math.floor(existing.mtimeMs)}${ext}`))
      await fsyncFolder(found)
    }
    await makeFoldersFor(library, relative(library, to))
    await rename(from, to)
    await setSavedTime(to, savedAt)
    await fsyncFolder(dirname(to))
  } catch (error) {
    throw diskFailedError(error)
  }
}
