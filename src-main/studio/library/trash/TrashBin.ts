import { setImmediate } from 'node:timers/promises'
import type { Database, Row } from '../../storage/Database.ts'
import type { Clock } from '../../world.ts'
import type { PendingDeletions } from './PendingDeletions.ts'
import { thumbName } from '../assets/ThumbStore.ts'

/** Results deleted in one transaction. */
const AT_ONCE = 25
const TELL_EVERY_MS = 1000
/** Key in `library_marks` of the deletion in progress. */
const EMPTYING = 'emptying_trash_until'

interface Parts {
  database: Database
  pendingDeletions: PendingDeletions
  clock: Clock
  /** Called when results were deleted. */
  onDeleted: () => void
}

/**
 * Deletes trashed results permanently, in slices: rows first, then files, so that no row points at a deleted file. The next
 * start continues a deletion that a crash interrupted.
 */
export class TrashBin {
  readonly #parts: Parts
  /** Results trashed up to this time are being deleted; null: no deletion runs. */
  #until: number | null
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const mark = parts.database.get('SELECT value FROM library_marks WHERE name = ?', EMPTYING)
    this.#until = mark ? Number(mark['value']) : null
  }

  /** Returns how many results were deleted. Their other formats are deleted too, unless another result of the job stays. */
  async empty(): Promise<number> {
    const { database, clock } = this.#parts
    const newest = database.get(
      `SELECT trashed_at FROM assets INDEXED BY assets_by_trashing
         WHERE role = 'result' AND trashed_at IS NOT NULL ORDER BY trashed_at DESC LIMIT 1`,
    )
    // Later than now where the clock was set back.
    const until = Math.max(clock.now(), Number(newest?.['trashed_at'] ?? 0))
    if (newest) database.run('INSERT OR REPLACE INTO library_marks VALUES (?, ?)', EMPTYING, until)
    const deleted = newest ? await this.#deleteRows(until) : 0
    await this.#deleteFiles()
    return deleted
  }

  /** Continues at the start a deletion that a crash interrupted. */
  async finish(): Promise<void> {
    if (this.#until !== null) await this.#deleteRows(this.#until)
    await this.#deleteFiles()
  }

  /** The time for newly trashed results: after those that are being deleted. */
  stamp(): number {
    const now = this.#parts.clock.now()
    return this.#until === null ? now : Math.max(now, this.#until + 1)
  }

  /** Stops a running deletion after its next slice; the next start continues it. */
  close(): void {
    this.#closed = true
  }

  async #deleteRows(until: number): Promise<number> {
    const { database, clock, onDeleted } = this.#parts
    this.#until = Math.max(until, this.#until ?? 0)
    let [deleted, toldAt] = [0, clock.now()]
    while (!this.#closed) {
      const some = database.transaction(() => this.#deleteSome(until))
      if (some === 0) break
      deleted += some
      if (clock.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = clock.now()
        onDeleted()
      }
      await setImmediate()
    }
    if (deleted > 0) onDeleted()
    if (this.#closed || until < this.#until) return deleted
    database.run('DELETE FROM library_marks WHERE name = ?', EMPTYING)
    this.#until = null
    return deleted
  }

  #deleteSome(until: number): number {
    const results = this.#parts.database.all(
      `SELECT id, job_id, path, has_thumb FROM assets INDEXED BY assets_by_trashing
         WHERE role = 'result' AND trashed_at IS NOT NULL AND trashed_at <= ? ORDER BY trashed_at, seq LIMIT ?`,
      until,
      AT_ONCE,
    )
    for (const result of results) {
      this.#deleteOne(result)
      for (const other of this.#otherFormats(result['job_id'] ?? null, until)) this.#deleteOne(other)
    }
    return results.length
  }

  /** Other formats of a job without a remaining result. */
  #otherFormats(jobId: Row[string], until: number): Row[] {
    return this.#parts.database.all(
      `SELECT id, path, has_thumb FROM assets a WHERE a.job_id = ?1 AND a.role = 'alternative'
         AND NOT EXISTS (SELECT 1 FROM assets r WHERE r.job_id = ?1 AND r.role = 'result'
                           AND (r.trashed_at IS NULL OR r.trashed_at > ?2))`,
      jobId,
      until,
    )
  }

  #deleteOne({ id, path, has_thumb }: Row): void {
    const { database, pendingDeletions } = this.#parts
    pendingDeletions.add('library', String(path))
    pendingDeletions.add('library', `${String(path)}.json`)
    if (has_thumb === 1) pendingDeletions.add('thumbs', thumbName(String(id)))
    database.run('DELETE FROM assets WHERE id = ?', String(id))
  }

  #deleteFiles(): Promise<void> {
    return this.#parts.pendingDeletions.delete(['library', 'thumbs'], () => this.#closed)
  }
}
