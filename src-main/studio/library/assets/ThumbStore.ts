import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boundaryErrors, libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Database } from '../../storage/database/Database.ts'
import { makeFoldersFor } from '../../storage/files/durableFiles.ts'
import { listNames } from '../../storage/files/folders.ts'

/** Maximum size of a thumbnail; most are a few dozen kilobytes. */
export const MAX_THUMB_BYTES = 512 * 1024

/** Whether bytes from the window can be a thumbnail: a small WebP file by its magic bytes. */
export const isThumb = (bytes: Uint8Array): boolean =>
  bytes.length <= MAX_THUMB_BYTES &&
  /^RIFF[\s\S]{4}WEBP$/.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))

/** Path of a thumbnail, relative to the folder of thumbnails. */
export const relativeThumbPath = (id: string): string => `${id.slice(0, 2)}/${id}.webp`

/** Thumbnails of assets, rendered by the window. A missing one is rendered again. */
export class ThumbStore {
  readonly #database: Database
  readonly #folder: string
  readonly #uuid: () => string
  readonly #inProgress = new Set<string>()

  constructor(database: Database, folder: string, uuid: () => string) {
    this.#database = database
    this.#folder = folder
    this.#uuid = uuid
  }

  /** Saves the thumbnail of an asset (`isThumb`). @throws StudioError `invalid_input` or `asset_not_found`. */
  async save(id: string, bytes: Uint8Array): Promise<void> {
    if (!isThumb(bytes)) throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
    if (!this.#database.get('SELECT 1 FROM assets WHERE id = ?', id)) {
      throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    }
    const path = join(this.#folder, relativeThumbPath(id))
    const tempPath = `${path}.${this.#uuid()}.part`
    this.#inProgress.add(tempPath)
    try {
      await makeFoldersFor(this.#folder, relativeThumbPath(id))
      await writeFile(tempPath, bytes, { mode: 0o600, flag: 'wx' })
      await rename(tempPath, path)
    } catch (error) {
      await rm(tempPath, { force: true })
      throw error
    } finally {
      this.#inProgress.delete(tempPath)
    }
    if (this.#setHasThumb(id, 1)) return
    // The asset was deleted meanwhile.
    await rm(path, { force: true })
    throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
  }

  /** Deletes incomplete files that a crash left; returns how many. */
  async removeOrphans(listInWorker = listNames): Promise<number> {
    let removed = 0
    for (const group of await listNames({ folder: this.#folder, pattern: /^..$/ })) {
      const folder = join(this.#folder, group)
      for (const name of await listInWorker({ folder, pattern: /\.part$/ })) {
        if (this.#inProgress.has(join(folder, name))) continue
        await rm(join(folder, name), { force: true })
        removed++
      }
    }
    return removed
  }

  /**
   * The file of the thumbnail; null if there is none. If the file was deleted, the asset is marked so that it is rendered again; not if
   * the whole folder is gone, as on a disconnected disk.
   */
  findPath(id: string): string | null {
    if (this.#database.get('SELECT has_thumb FROM assets WHERE id = ?', id)?.['has_thumb'] !== 1) return null
    const path = join(this.#folder, relativeThumbPath(id))
    if (existsSync(path)) return path
    if (!existsSync(this.#folder)) return null
    this.#setHasThumb(id, 0)
    return null
  }

  /** Returns whether the asset exists. */
  #setHasThumb(id: string, hasThumb: 0 | 1): boolean {
    return this.#database.run('UPDATE assets SET has_thumb = ? WHERE id = ?', hasThumb, id) > 0
  }
}
