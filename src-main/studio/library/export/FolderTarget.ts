import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { ExportFile, ExportTarget } from './ExportTarget.ts'
import type { PartFiles, ReservedPartFile } from './PartFiles.ts'
import { UniqueNames } from './UniqueNames.ts'

/** Writes files into a folder that the user chose. Each has a temporary name until it is complete; existing files are never replaced. */
export class FolderTarget implements ExportTarget {
  readonly #folder: string
  readonly #part: ReservedPartFile
  readonly #names: UniqueNames

  private constructor(folder: string, part: ReservedPartFile, names: UniqueNames) {
    this.#folder = folder
    this.#part = part
    this.#names = names
  }

  static async open(folder: string, parts: PartFiles): Promise<FolderTarget> {
    const names = new UniqueNames(await readdir(folder))
    return new FolderTarget(folder, await parts.reserve(folder), names)
  }

  async add({ name, modifiedAt, content }: ExportFile): Promise<string> {
    const temporary = this.#part.path
    try {
      const handle = await open(temporary, 'wx')
      try {
        for await (const chunk of content) await handle.writeFile(chunk)
        await handle.utimes(modifiedAt / 1000, modifiedAt / 1000)
      } finally {
        await handle.close()
      }
      for (;;) {
        const unique = this.#names.add(name)
        if (await this.#moveIfFree(unique)) return unique
      }
    } finally {
      await rm(temporary, { force: true })
    }
  }

  finish(): Promise<void> {
    return this.#part.release()
  }

  discard(): Promise<void> {
    return this.#part.release()
  }

  /** Gives the temporary file its final name, unless that is taken; returns whether it did. The old name may remain, so the caller removes it. */
  async #moveIfFree(name: string): Promise<boolean> {
    const [from, to] = [this.#part.path, join(this.#folder, name)]
    try {
      // Unlike a rename, a link never replaces a file.
      await link(from, to)
      return true
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') return false
    }
    // Some file systems, such as exFAT, have no links. There an empty file, which only one program can create, reserves the name.
    await this.#part.recordName(name)
    try {
      await (await open(to, 'wx')).close()
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') return false
      throw error
    }
    await rename(from, to)
    // An empty file would be removed as if it only reserved the name.
    if ((await stat(to)).size === 0) await this.#part.recordName(null)
    return true
  }
}
