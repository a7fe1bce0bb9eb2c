import type { Database } from '../storage/Database.ts'
import type { DoomedFiles } from './DoomedFiles.ts'
import { thumbName } from './ThumbStore.ts'

interface Parts {
  database: Database
  doomed: DoomedFiles
}

/** Deletes trashed results for good: rows first, files after, so that no row ever points at a file that was deleted. */
export class TrashBin {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Answers how many results were deleted. Their other formats go with them, unless another result of the job stays. */
  async empty(): Promise<number> {
    const { database, doomed } = this.#parts
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
        doomed.add('library', String(path))
        doomed.add('library', `${String(path)}.json`)
        if (has_thumb === 1) doomed.add('thumbs', thumbName(String(id)))
        database.run('DELETE FROM assets WHERE id = ?', String(id))
      }
      return gone.filter(({ role }) => role === 'result').length
    })
    await this.deleteDoomed()
    return deleted
  }

  /** Deletes files whose rows are gone; also at the start, for those that an end in the middle left. */
  deleteDoomed(): Promise<void> {
    return this.#parts.doomed.delete(['library', 'thumbs'])
  }
}
