import { storageErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Log } from '../world.ts'
import { markDamaged } from './checkDatabase.ts'
import type { StudioDatabase } from './openStudioDatabase.ts'

interface Parts {
  opened: Pick<StudioDatabase, 'isUnchecked' | 'places'>
  /** Reads the whole database in the query thread; what is wrong with it, or `ok`. */
  check: () => Promise<string>
  report: (problem: Problem) => void
  /** The database is known to be sound. */
  onSound: () => void
  log: Log
}

/** Whether the database of a run that was not closed in order holds together: until that is known, nothing is sent. */
export class IntegrityCheck {
  readonly #parts: Parts
  #isSound: boolean

  constructor(parts: Parts) {
    this.#parts = parts
    this.#isSound = !parts.opened.isUnchecked
  }

  get isSound(): boolean {
    return this.#isSound
  }

  /** Checks where that is needed. A check that could not be made, as when the studio closes, leaves the question open. */
  async start(): Promise<void> {
    const { opened, check, report, onSound, log } = this.#parts
    if (this.#isSound) return
    log.info('Checking the database, which was not closed in order')
    try {
      const verdict = await check()
      if (verdict === 'ok') {
        this.#isSound = true
        onSound()
        return
      }
      log.error('The database is damaged', { verdict })
      markDamaged(opened.places.database)
      report({ code: storageErrors.databaseUnsound, money: 'none' })
    } catch (error) {
      log.warn('The database could not be checked', { error: String(error) })
    }
  }
}
