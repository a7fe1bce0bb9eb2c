import { rm } from 'node:fs/promises'
import type { Database } from '../storage/Database.ts'
import { systemCode } from '../storage/storageFault.ts'
import type { Log } from '../world.ts'
import { pathInside } from './pathInside.ts'

const BATCH = 200

type DoomedPlace = 'library' | 'thumbs' | 'inputs'

interface Parts {
  database: Database
  folders: Record<DoomedPlace, string>
  log: Log
}

/** Files whose rows are gone: written down in the transaction that takes the rows away, deleted after it. */
export class DoomedFiles {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** To be called in the transaction that deletes the row; `relative` to the folder of its place. */
  add(place: DoomedPlace, relative: string): void {
    this.#parts.database.run('INSERT OR IGNORE INTO doomed_files VALUES (?)', `${place}/${relative}`)
  }

  /** The file is wanted after all; to be called in the transaction that adds its row. */
  spare(place: DoomedPlace, relative: string): void {
    this.#parts.database.run('DELETE FROM doomed_files WHERE path = ?', `${place}/${relative}`)
  }

  /**
   * Deletes what is written down of these places, a few files at a time until `isStopped`; also at the start, for what an end in
   * the middle left.
   */
  async delete(places: readonly DoomedPlace[], isStopped = (): boolean => false): Promise<void> {
    const { database } = this.#parts
    for (let last = ''; !isStopped();) {
      const rows = database.all(
        'SELECT path FROM doomed_files WHERE path > ? ORDER BY path LIMIT ?',
        last,
        BATCH,
      )
      const paths = rows.map(({ path }) => String(path))
      const done = await Promise.all(paths.map((path) => this.#delete(path, places)))
      // Asked for again at the next start, which does no harm.
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

  /** Whether it is done with. */
  async #delete(doomed: string, places: readonly DoomedPlace[]): Promise<boolean> {
    const { folders, log } = this.#parts
    const [, name = '', relative = ''] = /^([^/]*)\/(.*)$/s.exec(doomed) ?? []
    const place = (['library', 'thumbs', 'inputs'] as const).find((one) => one === name)
    if (place && !places.includes(place)) return false
    const path = place && pathInside(folders[place], relative)
    if (!path) {
      log.warn('A file outside the library is not deleted', { path: doomed })
      return true
    }
    try {
      await rm(path, { force: true })
      return true
    } catch (error) {
      log.warn('A deleted file is still on disk', {
        path: doomed,
        error: systemCode(error) ?? String(error),
      })
      return false
    }
  }
}
