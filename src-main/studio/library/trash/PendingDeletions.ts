import { rm } from 'node:fs/promises'
import type { Database } from '../../storage/database/Database.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Log } from '../../world.ts'
import { resolveInside } from '../assets/resolveInside.ts'

/** Files deleted at once. Starting many at once blocks the thread for milliseconds. */
const BATCH_SIZE = 40

type FolderName = 'library' | 'thumbs' | 'inputs'

interface Dependencies {
  database: Database
  folders: Record<FolderName, string>
  log: Log
}

/** Files to delete: listed in the transaction that deletes their rows, removed from the disk after it. */
export class PendingDeletions {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Lists a file, by its path relative to the folder. Call it in the transaction that deletes the row. */
  add(folderName: FolderName, relative: string): void {
    this.#dependencies.database.run(
      'INSERT OR IGNORE INTO pending_deletions VALUES (?)',
      `${folderName}/${relative}`,
    )
  }

  /** Removes a file from the list. Call it in the transaction that adds its row. */
  cancel(folderName: FolderName, relative: string): void {
    this.#dependencies.database.run(
      'DELETE FROM pending_deletions WHERE path = ?',
      `${folderName}/${relative}`,
    )
  }

  /** Deletes the listed files of these folders in batches, until `isStopped`. Call it at startup too, for files that a crash left. */
  async delete(folderNames: readonly FolderName[], isStopped = (): boolean => false): Promise<void> {
    const { database } = this.#dependencies
    for (let last = ''; !isStopped();) {
      const rows = database.all(
        'SELECT path FROM pending_deletions WHERE path > ? ORDER BY path LIMIT ?',
        last,
        BATCH_SIZE,
      )
      const paths = rows.map(({ path }) => String(path))
      const end = paths.at(-1)
      if (end === undefined) return
      const deleted = await Promise.all(paths.map((path) => this.#delete(path, folderNames)))
      // The files stay listed. Deleting them again at the next startup is harmless.
      if (isStopped()) return
      database.transaction(() => {
        for (const [index, path] of paths.entries()) {
          if (deleted[index]) database.run('DELETE FROM pending_deletions WHERE path = ?', path)
        }
      })
      last = end
    }
  }

  /** Deletes a file. Returns whether it can be removed from the list. */
  async #delete(listedPath: string, folderNames: readonly FolderName[]): Promise<boolean> {
    const { folders, log } = this.#dependencies
    const [, name = '', relative = ''] = /^([^/]*)\/(.*)$/s.exec(listedPath) ?? []
    const folderName = (['library', 'thumbs', 'inputs'] as const).find((candidate) => candidate === name)
    if (folderName && !folderNames.includes(folderName)) return false
    const path = folderName && resolveInside(folders[folderName], relative)
    if (!path) {
      log.warn('A file outside the library is not deleted', { path: listedPath })
      return true
    }
    try {
      await rm(path, { force: true })
      return true
    } catch (error) {
      log.warn('A deleted file is still on disk', {
        path: listedPath,
        error: systemErrorCode(error) ?? String(error),
      })
      return false
    }
  }
}
