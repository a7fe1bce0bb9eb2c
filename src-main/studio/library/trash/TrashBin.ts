import type { Database, Row } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import type { PendingDeletions } from './PendingDeletions.ts'
import { relativeThumbPath } from '../assets/ThumbStore.ts'

/** Results deleted in one transaction. */
const BATCH_SIZE = 5
const NOTIFY_INTERVAL_MS = 1000
/** Key in `library_marks` of the deletion in progress. */
const EMPTYING_MARK = 'emptying_trash_until'

interface Dependencies {
  database: Database
  pendingDeletions: PendingDeletions
  clock: Clock
  /** Called when results were deleted. */
  onDeleted: () => void
}

/**
 * Deletes trashed results permanently, in batches: rows first, then files, so that no row points at a deleted file. The next startup
 * continues a deletion that a crash interrupted.
 */
export class TrashBin {
  readonly #dependencies: Dependencies
  /** Results trashed up to this time are being deleted, because the trash is emptied; null if it isn't. */
  #deletingUntil: number | null
  /** Results trashed up to this time are being deleted, because they expired; null if no such deletion is running. */
  #expiredUntil: number | null = null
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const mark = dependencies.database.get('SELECT value FROM library_marks WHERE name = ?', EMPTYING_MARK)
    this.#deletingUntil = mark ? Number(mark['value']) : null
  }

  /**
   * Deletes all trashed results, and their other formats unless another result of the same job remains. Returns the number of deleted
   * results.
   */
  async empty(): Promise<number> {
    const { database, clock } = this.#dependencies
    const newest = database.get(
      `SELECT trashed_at FROM assets INDEXED BY assets_by_trashing
         WHERE role = 'result' AND trashed_at IS NOT NULL ORDER BY trashed_at DESC LIMIT 1`,
    )
    // Later than now if the clock was set back.
    const until = Math.max(clock.now(), Number(newest?.['trashed_at'] ?? 0))
    if (newest) database.run('INSERT OR REPLACE INTO library_marks VALUES (?, ?)', EMPTYING_MARK, until)
    const deleted = newest ? await this.#deleteRows(until) : 0
    await this.#deleteFiles()
    return deleted
  }

  /** Continues a deletion that a crash interrupted. Call it at startup. */
  async resume(): Promise<void> {
    if (this.#deletingUntil !== null) await this.#deleteRows(this.#deletingUntil)
    await this.#deleteFiles()
  }

  /**
   * Deletes results trashed at or before this time, while `shouldContinue`. A crash leaves some of them, which the next
   * call deletes. Returns how many were deleted.
   */
  async deleteExpired(until: number, shouldContinue: () => boolean): Promise<number> {
    this.#expiredUntil = until
    const deleted = await this.#deleteBatches(until, shouldContinue)
    this.#expiredUntil = null
    await this.#deleteFiles()
    return deleted
  }

  /** The `trashed_at` for results trashed now: later than that of the results being deleted, even if the clock was set back. */
  nextTrashTime(): number {
    const [deleting, expired] = [this.#deletingUntil ?? -1, this.#expiredUntil ?? -1]
    return Math.max(this.#dependencies.clock.now(), deleting + 1, expired + 1)
  }

  /** Stops a running deletion after its current batch; the next startup continues it. */
  close(): void {
    this.#isClosed = true
  }

  async #deleteRows(until: number): Promise<number> {
    this.#deletingUntil = Math.max(until, this.#deletingUntil ?? 0)
    const deleted = await this.#deleteBatches(until)
    if (this.#isClosed || until < this.#deletingUntil) return deleted
    this.#dependencies.database.run('DELETE FROM library_marks WHERE name = ?', EMPTYING_MARK)
    this.#deletingUntil = null
    return deleted
  }

  async #deleteBatches(until: number, shouldContinue = (): boolean => true): Promise<number> {
    const { database, clock, onDeleted } = this.#dependencies
    let [deleted, notifiedAt] = [0, clock.now()]
    while (!this.#isClosed && shouldContinue()) {
      const batch = database.transaction(() => this.#deleteBatch(until))
      if (batch === 0) break
      deleted += batch
      if (clock.now() - notifiedAt >= NOTIFY_INTERVAL_MS) {
        notifiedAt = clock.now()
        onDeleted()
      }
      await database.pause()
    }
    if (deleted > 0) onDeleted()
    return deleted
  }

  #deleteBatch(until: number): number {
    const results = this.#dependencies.database.all(
      `SELECT id, job_id, path FROM assets INDEXED BY assets_by_trashing
         WHERE role = 'result' AND trashed_at IS NOT NULL AND trashed_at <= ? ORDER BY trashed_at, seq LIMIT ?`,
      until,
      BATCH_SIZE,
    )
    for (const result of results) {
      this.#deleteAsset(result)
      for (const other of this.#otherFormats(result['job_id'] ?? null, until)) this.#deleteAsset(other)
    }
    return results.length
  }

  /** Other formats of a job without a remaining result. */
  #otherFormats(jobId: Row[string], until: number): Row[] {
    return this.#dependencies.database.all(
      `SELECT id, path FROM assets a WHERE a.job_id = ?1 AND a.role = 'alternative'
         AND NOT EXISTS (SELECT 1 FROM assets r WHERE r.job_id = ?1 AND r.role = 'result'
                           AND (r.trashed_at IS NULL OR r.trashed_at > ?2))`,
      jobId,
      until,
    )
  }

  #deleteAsset({ id, path }: Row): void {
    const { database, pendingDeletions } = this.#dependencies
    pendingDeletions.add('library', String(path))
    pendingDeletions.add('library', `${String(path)}.json`)
    pendingDeletions.add('thumbs', relativeThumbPath(String(id)))
    database.run('DELETE FROM assets WHERE id = ?', String(id))
  }

  #deleteFiles(): Promise<void> {
    return this.#dependencies.pendingDeletions.delete(['library', 'thumbs'], () => this.#isClosed)
  }
}
