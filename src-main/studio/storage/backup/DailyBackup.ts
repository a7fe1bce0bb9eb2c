import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../../world.ts'
import { backupFiles, fileStamp } from './backupFiles.ts'
import type { Database } from '../database/Database.ts'
import type { SegmentedLog } from '../files/SegmentedLog.ts'
import { syncAndRename } from '../files/durableFiles.ts'

const DAY_MS = 86_400_000
const FIRST_CHECK_MS = 60_000
const CHECK_INTERVAL_MS = 3_600_000
const MAX_BACKUPS = 3

interface Dependencies {
  database: Database
  folder: string
  /** Starts a segment with each backup; segments older than the oldest backup are deleted. */
  journal: Pick<SegmentedLog, 'begin' | 'dropBefore'>
  clock: Clock
  log: Log
}

/** Copies the database once a day in the background and keeps the newest three copies. */
export class DailyBackup {
  readonly #dependencies: Dependencies
  readonly #stopping = new AbortController()
  #cancel = (): void => {}
  #running: Promise<void> = Promise.resolve()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#scheduleCheck(FIRST_CHECK_MS)
  }

  /** Resolves when no copy is in progress, so that the database may be closed. */
  async stop(): Promise<void> {
    this.#cancel()
    this.#stopping.abort()
    await this.#running
  }

  #scheduleCheck(ms: number): void {
    this.#cancel = this.#dependencies.clock.after(ms, () => {
      this.#running = this.#check().finally(() => {
        if (!this.#stopping.signal.aborted) this.#scheduleCheck(CHECK_INTERVAL_MS)
      })
    })
  }

  async #check(): Promise<void> {
    const { database, folder, journal, clock, log } = this.#dependencies
    const name = `easel-${fileStamp(clock.now())}`
    const path = join(folder, `${name}.db`)
    const draft = `${path}.part`
    try {
      const newest = this.#daily()[0]
      if (newest && Math.abs(clock.now() - newest.takenAt) < DAY_MS) return
      journal.begin(name)
      await database.backupTo(draft, this.#stopping.signal)
      syncAndRename(draft, path)
      const olderBackups = this.#daily().filter((file) => file.path !== path)
      for (const file of olderBackups.slice(MAX_BACKUPS - 1)) rmSync(file.path, { force: true })
      journal.dropBefore(this.#daily().map((file) => file.name.slice(0, -'.db'.length)))
    } catch (error) {
      for (const suffix of ['', '-journal']) rmSync(draft + suffix, { force: true })
      if (!this.#stopping.signal.aborted) log.warn('The daily backup failed', { error: String(error) })
    }
  }

  #daily() {
    return backupFiles(this.#dependencies.folder, this.#dependencies.clock.now()).filter(
      (file) => !file.beforeMigration,
    )
  }
}
