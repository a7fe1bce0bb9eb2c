import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../world.ts'
import { backupFiles, fileStamp, settleFile } from './backupFiles.ts'
import type { Database } from './Database.ts'
import type { SegmentedLog } from './SegmentedLog.ts'

const DAY = 86_400_000
const FIRST_LOOK = 60_000
const LOOK_EVERY = 3_600_000
const KEEP = 3

interface Parts {
  database: Database
  folder: string
  /** Cut with each backup, and kept as far back as the oldest. */
  journal: Pick<SegmentedLog, 'begin' | 'dropBefore'>
  clock: Clock
  log: Log
}

/** Copies the database once a day in the background and keeps the newest three copies. */
export class DailyBackup {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #cancel = (): void => {}
  #running: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#lookIn(FIRST_LOOK)
  }

  /** Resolves when no copy is in progress any more; the database may be closed then. */
  async stop(): Promise<void> {
    this.#cancel()
    this.#stopping.abort()
    await this.#running
  }

  #lookIn(ms: number): void {
    this.#cancel = this.#parts.clock.after(ms, () => {
      this.#running = this.#look().finally(() => {
        if (!this.#stopping.signal.aborted) this.#lookIn(LOOK_EVERY)
      })
    })
  }

  async #look(): Promise<void> {
    const { database, folder, journal, clock, log } = this.#parts
    const name = `easel-${fileStamp(clock.now())}`
    const path = join(folder, `${name}.db`)
    const draft = `${path}.part`
    try {
      const newest = this.#daily()[0]
      if (newest && Math.abs(clock.now() - newest.takenAt) < DAY) return
      journal.begin(name)
      await database.backupTo(draft, this.#stopping.signal)
      settleFile(draft, path)
      const others = this.#daily().filter((file) => file.path !== path)
      for (const file of others.slice(KEEP - 1)) rmSync(file.path, { force: true })
      journal.dropBefore(this.#daily().map((file) => file.name.slice(0, -'.db'.length)))
    } catch (error) {
      for (const end of ['', '-journal']) rmSync(draft + end, { force: true })
      if (!this.#stopping.signal.aborted) log.warn('The daily backup failed', { error: String(error) })
    }
  }

  #daily() {
    return backupFiles(this.#parts.folder, this.#parts.clock.now()).filter((file) => !file.beforeMigration)
  }
}
