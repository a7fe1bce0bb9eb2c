import { realpathSync, renameSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { writeFileDurably } from '../../../studio/storage/files/durableFiles.ts'
import { makeFolder } from '../../../studio/storage/files/folders.ts'
import { describeFolder, readFolderContent, readObject } from '../../../studio/storage/files/libraryFolder.ts'
import { systemErrorCode, toStorageError } from '../../../studio/storage/files/storageError.ts'

/** Further entries of the file are ignored. */
const MAX_LIBRARIES = 100
const MAX_PATH_LENGTH = 4096

/**
 * The folders of this user's libraries, in a file outside of them. The first one opens at the next start without `--data`; the others follow, last opened
 * first. The file is read each time, because another copy of Easel may have changed it; a missing or damaged one counts as empty. Its paths are normalized when
 * they are written, and compared as they are, because resolving one on an unreachable network drive would block.
 */
export class KnownLibraries {
  readonly #configFolder: string
  readonly #defaultFolder: string

  constructor(configFolder: string, defaultFolder: string) {
    this.#configFolder = configFolder
    this.#defaultFolder = defaultFolder
  }

  /** The folder to open, and whether it is the default one, which is created if it is missing. */
  get first(): { folder: string; isDefault: boolean } {
    const folder = this.#read()[0] ?? this.#defaultFolder
    return { folder, isDefault: normalize(folder) === normalize(this.#defaultFolder) }
  }

  /** All folders. Before a list is written, only the default one, and only if it contains a library. */
  get all(): string[] {
    const folders = this.#read()
    if (!this.#hasList && describeFolder(this.#defaultFolder) === 'library')
      folders.push(normalize(this.#defaultFolder))
    return folders
  }

  /**
   * The libraries that can be opened instead of one: the last opened of the other existing ones, and the default one. `read`
   * may limit the time that a folder has to respond.
   */
  async findAlternatives(folder: string, read = readFolderContent): Promise<string[]> {
    const defaultFolder = normalize(this.#defaultFolder)
    // Not resolved, because it may be the one that doesn't respond.
    const failed = folder === this.#defaultFolder ? defaultFolder : folder
    const offered = [defaultFolder]
    for (const other of this.all) {
      if (other === failed || (await read(other)) !== 'library') continue
      offered.unshift(other)
      break
    }
    return [...new Set(offered)].filter((other) => other !== failed)
  }

  /** Puts the library that opens next at the front of the list, followed by `open`, the one that is open now. */
  async setFirst(folder: string, open?: string): Promise<void> {
    const first = [folder, ...(open === undefined ? [] : [open])]
    const normalized = await Promise.all(first.map(normalizeAsync))
    const others = this.all.filter((other) => !first.includes(other))
    await this.#write([...normalized, ...others])
  }

  /**
   * Adds a library to the end of the list, in place of the last one if the list is full. If the list is empty, `open`, the library that is
   * open now, is added first.
   */
  async add(folder: string, open: string): Promise<void> {
    const added = await normalizeAsync(folder)
    const folders = this.all.slice(0, MAX_LIBRARIES - 1)
    await this.#write([...(folders.length === 0 ? [normalize(open)] : folders), added])
  }

  /** Removes one of `all`. */
  async remove(folder: string): Promise<void> {
    await this.#write(this.#read().filter((other) => other !== folder))
  }

  /** Changes the folder of a library in the list, because it was moved. */
  async replace(from: string, to: string): Promise<void> {
    const names = [from, normalize(from)]
    const folders = this.#read()
    if (!folders.some((folder) => names.includes(folder))) return
    const moved = normalize(to)
    await this.#write(folders.map((folder) => (names.includes(folder) ? moved : folder)))
  }

  get #hasList(): boolean {
    return 'libraries' in readObject(this.#file)
  }

  #read(): string[] {
    const { libraries } = readObject(this.#file)
    const folders: unknown[] = Array.isArray(libraries) ? libraries.slice(0, MAX_LIBRARIES) : []
    return folders.filter(
      (folder): folder is string =>
        typeof folder === 'string' &&
        isAbsolute(folder) &&
        folder.length <= MAX_PATH_LENGTH &&
        !folder.includes('\0'),
    )
  }

  /** Writes normalized paths. @throws StudioError `disk_full` or `disk_failed`. */
  async #write(folders: readonly string[]): Promise<void> {
    const libraries = [...new Set(folders)].slice(0, MAX_LIBRARIES)
    try {
      makeFolder(this.#configFolder)
      if (!this.#hasList) this.#keepDamaged()
      await writeFileDurably(this.#file, `${JSON.stringify({ libraries }, null, 2)}\n`)
    } catch (error) {
      throw toStorageError(error, this.#configFolder)
    }
  }

  /** Renames a damaged list, so that its content isn't overwritten. */
  #keepDamaged(): void {
    try {
      renameSync(this.#file, join(this.#configFolder, 'libraries-damaged.json'))
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error
    }
  }

  get #file(): string {
    return join(this.#configFolder, 'libraries.json')
  }
}

/** The real path of a folder, or its absolute path if it is missing. */
export function normalize(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}

/** As `normalize`, but doesn't block the thread while the disk doesn't respond. */
export const normalizeAsync = (folder: string): Promise<string> =>
  realpath(folder).catch(() => resolve(folder))

/** The displayed name of a library: the name of its folder. */
export const libraryName = (folder: string): string => basename(folder) || folder
