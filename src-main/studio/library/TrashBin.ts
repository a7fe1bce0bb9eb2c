import { rm } from 'node:fs/promises'
import { systemCode } from '../storage/storageFault.ts'
import type { Database } from '../storage/Database.ts'
import type { Log } from '../world.ts'
import { pathInside } from './pathInside.ts'
import { thumbName } from './ThumbStore.ts'

const BATCH = 200

interface Parts {
  database: Database
  folders: { library: string; thumbs: string }
  log: Log
}

/** Deletes trashed results for good: rows first, files after, so that no row ever points at a file that was deleted. */
export class TrashBin {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Answers how many results were deleted. Their other formats go with them, unless another result of the job stays. */
  async empty(): Promise<number> {
    const { database } = this.#parts
    const deleted = database.transaction(() => {
      const gone = database.all(
        `SELECT id, path, role, has_thumb FROM assets a
           WHERE (role = 'result' AND trashed_at IS NOT NULL)
              OR (role = 'alternative'
                  AND EXISTS (SELECT 1 FROM assets r WHERE r.job_id = a.job_id AND r.role = 'result'
                                AND r.trashed_at IS NOT NULL)
                  AND NOT EXISTS (SELECT 1 FROM assets r WHERE r.job_id = a.job_id AND r.role = 'result'
                                    AND r.trashed_at IS NULL))`,
      )
      for (const { id, path, has_thumb } of gone) {
        const files = [`library/${String(path)}`, `library/${String(path)}.json`]
        if (has_thumb === 1) files.push(`thumbs/${thumbName(String(id))}`)
        for (const file of files) database.run('INSERT OR IGNORE INTO doomed_files VALUES (?)', file)
        database.run('DELETE FROM assets WHERE id = ?', String(id))
      }
      return gone.filter(({ role }) => role === 'result').length
    })
    await this.deleteDoomed()
    return deleted
  }

  /** Deletes files whose rows are gone; also at the start, for those that an end in the middle left. */
  async deleteDoomed(): Promise<void> {
    const { database } = this.#parts
    for (let last = ''; ;) {
      const rows = database.all(
        'SELECT path FROM doomed_files WHERE path > ? ORDER BY path LIMIT ?',
        last,
        BATCH,
      )
      const paths = rows.map(({ path }) => String(path))
      const done = await Promise.all(paths.map((path) => this.#delete(path)))
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

  async #delete(doomed: string): Promise<boolean> {
    const { folders, log } = this.#parts
    const [, place, relative] = /^(library|thumbs)\/(.*)$/s.exec(doomed) ?? []
    const path = relative && pathInside(place === 'thumbs' ? folders.thumbs : folders.library, relative)
    if (!path) {
      log.warn('A file outside the library is not deleted', { path: doomed })
      return true
    }
    try {
      await rm(path, { force: true })
      return true
    } catch (error) {
      log.warn('A deleted result is still on disk', {
        path: doomed,
        error: systemCode(error) ?? String(error),
      })
      return false
    }
  }
}
