import { rm } from 'node:fs/promises'
import type { Database } from '../../storage/Database.ts'
import { systemCode } from '../../storage/storageFault.ts'
import type { Log } from '../../world.ts'
import { pathInside } from '../assets/pathInside.ts'

const BATCH = 200

type DeletionPlace = 'library' | 'thumbs' | 'inputs'

interface Parts {
  database: Database
  folders: Record<DeletionPlace, string>
  log: Log
}

/** Files to delete: listed in the transaction that deletes their rows, removed from the disk after it. */
export class PendingDeletions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** To be called in the transaction that deletes the row; `relative` to the folder of its place. */
  add(place: DeletionPlace, relative: string): void {
    this.#parts.database.run('INSERT OR IGNORE INTO doomed_files VALUES (?)', `${place}/${relative}`)
  }

  /** Keeps a listed file; to be called in the transaction that adds its row. */
  spare(place: DeletionPlace, relative: string): void {
    this.#parts.database.run('DELETE FROM doomed_files WHERE path = ?', `${place}/${relative}`)
  }

  /**
   * Deletes the listed files of these places, a few at a time until `isStopped`. Also called at the start, for files that a crash
   * left.
   */
  async delete(places: readonly DeletionPlace[], isStopped = (): boolean => false): Promise<void> {
    const { database } = this.#parts
    for (let last = ''; !isStopped();) {
      const rows = database.all(
        'SELECT path FROM doomed_files WHERE path > ? ORDER BY path LIMIT ?',
        last,
        BATCH,
      )
      const paths = rows.map(({ path }) => String(path))
      const done = await Promise.all(paths.map((path) => this.#delete(path, places)))
      // They stay listed; deleting them again at the next start does no harm.
      if (isStopped()) return
      database.transaction(() => {
        for (const [index, path] of paths.entries()) {
          if (done[index]) database.run('DELETE FROM doomed_files WHERE path = ?', path)
        }
      })
      const end = paths.at(-1)
      if (end === undefined) return
      last = end
    }
  }

  /** Whether the file can be taken off the list. */
  async #delete(listed: string, places: readonly DeletionPlace[]): Promise<boolean> {
    const { folders, log } = this.#parts
    const [, name = '', relative = ''] = /^([^/]*)\/(.*)$/s.exec(listed) ?? []
    const place = (['library', 'thumbs', 'inputs'] as const).find((one) => one === name)
    if (place && !places.includes(place)) return false
    const path = place && pathInside(folders[place], relative)
    if (!path) {
      log.warn('A file outside the library is not deleted', { path: listed })
      return true
    }
    try {
      await rm(path, { force: true })
      return true
    } catch (error) {
      log.warn('A deleted file is still on disk', {
        path: listed,
        error: systemCode(error) ?? String(error),
      })
      return false
    }
  }
}
