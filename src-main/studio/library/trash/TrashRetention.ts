import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import type { Library } from '../Library.ts'

const DAY_MS = 24 * 60 * 60_000

interface Dependencies {
  clock: Clock
  log: Log
  /** After how many days results are deleted from the trash; null for never. */
  days: () => number | null
  library: Pick<Library, 'deleteExpired'>
}

/**
 * Deletes results that have been in the trash for longer than the user's setting: at the start, daily, and when the setting changes.
 * Deletes nothing unless the user chose a number of days.
 */
export class TrashRetention {
  readonly #dependencies: Dependencies
  #running: Promise<void> = Promise.resolve()
  #cancelTimer = (): void => {}
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Deletes now what has expired, and again every day. Also call it when the setting changes. Resolves after the deletion. */
  async start(): Promise<void> {
    if (this.#isClosed) return
    this.#cancelTimer()
    this.#cancelTimer = this.#dependencies.clock.after(DAY_MS, () => void this.start())
    await (this.#running = this.#running.then(() => this.#deleteExpired()))
  }

  /** Stops after the current batch; the next start continues. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer()
    await this.#running
  }

  async #deleteExpired(): Promise<void> {
    const { clock, log, days, library } = this.#dependencies
    if (this.#isClosed) return
    try {
      const limit = days()
      if (limit === null) return
      const deleted = await library.deleteExpired(
        expiryTime(clock.now(), limit),
        () => days() === limit && !this.#isClosed,
      )
      if (deleted > 0) log.info('Deleted expired results from the trash', { deleted, days: limit })
    } catch (error) {
      log.warn('Expired results could not be deleted from the trash', { error: String(error) })
    }
  }
}

/** Results moved to the trash at or before the returned time have expired. */
const expiryTime = (now: number, days: number): number => now - days * DAY_MS

/** Counts the results that have been in the trash for this many days. Runs in the query thread, because the trash may be large. */
export function countExpired(database: Database, { now, days }: { now: number; days: number }): number {
  const row = database.get(
    `SELECT count(*) AS results FROM assets INDEXED BY assets_by_trashing
       WHERE role = 'result' AND trashed_at IS NOT NULL AND trashed_at <= ?`,
    expiryTime(now, days),
  )
  return Number(row?.['results'])
}
