import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'
import type { DiskGuard } from '../files/DiskGuard.ts'
import { retryUntilDone } from '../retryUntilDone.ts'
import { markDamaged, markUnchecked, unmarkUnchecked } from './checkDatabase.ts'

/** Wait after a check that could not be completed. */
const RETRY_MS = 60_000

/** Shows problems to the user until they are withdrawn. */
interface Notices {
  add: (problem: Problem) => void
  withdraw: (isResolved: (problem: Problem) => boolean) => void
}

interface Dependencies {
  /** The open database, and whether it has yet to be checked. */
  opened: { isUnchecked: boolean; paths: { database: string } }
  /** Checks the complete database in a new thread. Returns `ok` or the damage. */
  check: () => Promise<string>
  disk: Pick<DiskGuard, 'isReady' | 'isDamaged'>
  notices: Notices
  /** Called when the database is known to be intact. */
  onIntact: () => void
  clock: Clock
  log: Log
}

/**
 * Checks the integrity of a database that was not closed properly, or of which a copy is damaged. Nothing is sent and nothing is backed
 * up until it is known to be intact.
 */
export class IntegrityCheck {
  readonly #dependencies: Dependencies
  #state: 'intact' | 'unchecked' | 'damaged'
  #running: Promise<void> | null = null
  #cancelTimer = (): void => {}
  #isClosed = false
  /** Whether the notice of this check was shown. If the user dismisses it, another attempt doesn't show it again. */
  #isAnnounced = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#state = dependencies.opened.isUnchecked ? 'unchecked' : 'intact'
  }

  get isIntact(): boolean {
    return this.#state === 'intact' && !this.#dependencies.disk.isDamaged
  }

  /**
   * Checks the database if needed. A check that can't be completed, for example because the disk fails, is repeated: after a minute, or
   * when this is called again because the disk is ready. If the studio closes before, the next startup checks the database.
   */
  start(): Promise<void> {
    if (this.#isClosed || this.#state !== 'unchecked') return Promise.resolve()
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (this.#state === 'unchecked') this.#retryLater()
    })
    return this.#running
  }

  /** Checks the database again, because a copy of it is damaged. */
  restart(): Promise<void> {
    const { opened, log } = this.#dependencies
    if (this.#isClosed || this.#state !== 'intact') return Promise.resolve()
    this.#state = 'unchecked'
    this.#isAnnounced = false
    try {
      markUnchecked(opened.paths.database)
    } catch (error) {
      log.error('The database could not be marked for a check', { error: String(error) })
    }
    return this.start()
  }

  /** Resolves when no check is running. The running one must be ended by the caller. */
  async stop(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer()
    await this.#running
  }

  async #run(): Promise<void> {
    const { opened, check, disk, notices, onIntact, clock, log } = this.#dependencies
    this.#cancelTimer()
    log.info('Checking the database, which may be damaged')
    if (!this.#isAnnounced) notices.add({ code: storageErrors.databaseUnchecked, money: 'none' })
    this.#isAnnounced = true
    try {
      const verdict = await check()
      notices.withdraw(({ code }) => code === storageErrors.databaseUnchecked)
      if (verdict === 'ok') {
        this.#state = 'intact'
        onIntact()
        // The disk guard has marked a database in which it found other damage.
        if (!disk.isDamaged) unmarkUnchecked(opened.paths.database)
        return
      }
      this.#state = 'damaged'
      log.error('The database is damaged', { verdict })
      notices.add({ code: storageErrors.databaseUnsound, money: 'none' })
      const mark = (): void => markDamaged(opened.paths.database)
      this.#cancelTimer = retryUntilDone({ clock, log }, 'Marking the database as damaged', mark)
    } catch (error) {
      log.warn('The database could not be checked', { error: String(error) })
    }
  }

  #retryLater(): void {
    if (this.#isClosed) return
    this.#cancelTimer = this.#dependencies.clock.after(RETRY_MS, () => {
      if (this.#dependencies.disk.isReady()) void this.start()
      else this.#retryLater()
    })
  }
}
