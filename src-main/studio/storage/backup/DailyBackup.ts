import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../../world.ts'
import { listBackups, fileTimestamp } from './backupFiles.ts'
import type { Database } from '../database/Database.ts'
import type { SegmentedLog } from '../files/SegmentedLog.ts'
import { syncAndRename } from '../files/durableFiles.ts'

const DAY_MS = 86_400_000
const FIRST_CHECK_DELAY_MS = 60_000
const CHECK_INTERVAL_MS = 3_600_000
const MAX_BACKUPS = 3

interface Dependencies {
  database: Database
  folder: string
  /** Starts a segment with each daily backup; segments older than every backup are deleted. */
  journal: Pick<SegmentedLog, 'startSegment' | 'deleteSegmentsBefore'>
  clock: Clock
  log: Log
}

/** What keeps copies of a damaged database from replacing intact ones. */
interface BackupChecks {
  /** Whether the database is known to be intact. Otherwise nothing is copied and nothing is deleted. */
  isIntact: () => boolean
  /** Checks a copy in a thread. @throws Error if it is damaged or can't be checked. */
  checkCopy: (file: string, signal: AbortSignal) => Promise<void>
}

/** Copies the database once a day in the background and keeps the newest three intact copies. */
export class DailyBackup {
  readonly #dependencies: Dependencies
  readonly #stopController = new AbortController()
  #cancel = (): void => {}
  #running: Promise<void> = Promise.resolve()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  start(checks: BackupChecks): void {
    this.#schedule(checks, FIRST_CHECK_DELAY_MS)
  }

  /** Resolves when no copy is in progress, so that the database may be closed. */
  async stop(): Promise<void> {
    this.#cancel()
    this.#stopController.abort()
    await this.#running
  }

  #schedule(checks: BackupChecks, ms: number): void {
    this.#cancel = this.#dependencies.clock.after(ms, () => {
      this.#running = this.#backUpIfDue(checks).finally(() => {
        if (!this.#stopController.signal.aborted) this.#schedule(checks, CHECK_INTERVAL_MS)
      })
    })
  }

  async #backUpIfDue({ isIntact, checkCopy }: BackupChecks): Promise<void> {
    const { database, folder, journal, clock, log } = this.#dependencies
    const { signal } = this.#stopController
    if (!isIntact()) return
    const name = `easel-${fileTimestamp(clock.now())}`
    const path = join(folder, `${name}.db`)
    const tempPath = `${path}.part`
    try {
      const newest = this.#dailyBackups()[0]
      if (newest && Math.abs(clock.now() - newest.takenAt) < DAY_MS) return
      journal.startSegment(name)
      await database.backupTo(tempPath, signal)
      await checkCopy(tempPath, signal)
      signal.throwIfAborted()
      if (!isIntact()) throw new Error('The database was damaged meanwhile')
      syncAndRename(tempPath, path)
      const olderBackups = this.#dailyBackups().filter((file) => file.path !== path)
      for (const file of olderBackups.slice(MAX_BACKUPS - 1)) rmSync(file.path, { force: true })
      journal.deleteSegmentsBefore(
        listBackups(folder, clock.now()).map((file) => file.name.slice(0, -'.db'.length)),
      )
    } catch (error) {
      for (const suffix of ['', '-journal']) rmSync(tempPath + suffix, { force: true })
      if (!signal.aborted) log.warn('The daily backup failed', { error: String(error) })
    }
  }

  #dailyBackups() {
    return listBackups(this.#dependencies.folder, this.#dependencies.clock.now()).filter(
      (file) => !file.isBeforeMigration,
    )
  }
}
