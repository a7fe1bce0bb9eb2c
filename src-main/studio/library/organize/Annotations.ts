import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Database } from '../../storage/database/Database.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import { selectResults, throwIfNone } from './selectResults.ts'

interface Dependencies {
  database: Database
  /** Updates the search index. Called in the transaction that changed the note of a result. */
  updateSearchTexts: (assetIds: readonly string[]) => void
  /** Called when ratings or notes changed. */
  onChange: () => void
}

/** Rows changed in one transaction. */
const BATCH_SIZE = 100

/** The ratings and notes of results. */
export class Annotations {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Rates results in batches; returns the changed ones by their previous rating. @throws StudioError `asset_not_found` if none of them
   * exists.
   */
  async rate({ ids, rating }: RouteInput<'library.rate'>): Promise<RouteOutput<'library.rate'>> {
    const { database, onChange } = this.#dependencies
    const previous = new Map<number, string[]>()
    const found = await processInSlices(database, [...new Set(ids)], BATCH_SIZE, (batch) =>
      database.transaction(() => {
        const results = selectResults(database, batch)
        for (const result of results) {
          if (result.rating === rating) continue
          database.run('UPDATE assets SET rating = ? WHERE seq = ?', rating, result.seq)
          const known = previous.get(result.rating)
          if (known) known.push(result.id)
          else previous.set(result.rating, [result.id])
        }
        return results.length
      }),
    )
    throwIfNone(found)
    if (previous.size > 0) onChange()
    return { previous: [...previous].map(([old, changed]) => ({ rating: old, ids: changed })) }
  }

  /** Sets the note of a result. @throws StudioError `asset_not_found`. */
  setNote({ id, note }: RouteInput<'library.note'>): void {
    const { database, updateSearchTexts, onChange } = this.#dependencies
    database.transaction(() => {
      const results = selectResults(database, [id])
      throwIfNone(results.length)
      for (const { seq } of results) database.run('UPDATE assets SET note = ? WHERE seq = ?', note, seq)
      updateSearchTexts([id])
    })
    onChange()
  }
}
