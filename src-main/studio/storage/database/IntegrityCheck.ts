import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Log } from '../../world.ts'
import { markDamaged } from './checkDatabase.ts'
import type { StudioDatabase } from './openStudioDatabase.ts'

interface Dependencies {
  opened: Pick<StudioDatabase, 'isUnchecked' | 'paths'>
  /** Checks the complete database in the query thread. Returns `ok` or the error. */
  check: () => Promise<string>
  report: (problem: Problem) => void
  /** Called when the database is known to be intact. */
  onIntact: () => void
  log: Log
}

/** Checks the integrity of a database that was not closed properly. Nothing is sent until it is known to be intact. */
export class IntegrityCheck {
  readonly #dependencies: Dependencies
  #isIntact: boolean

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#isIntact = !dependencies.opened.isUnchecked
  }

  get isIntact(): boolean {
    return this.#isIntact
  }

  /** Checks the database if needed. If the check can't be completed, for example because the studio closes, the result stays unknown. */
  async start(): Promise<void> {
    const { opened, check, report, onIntact, log } = this.#dependencies
    if (this.#isIntact) return
    log.info('Checking the database, which was not closed properly')
    try {
      const result = await check()
      if (result === 'ok') {
        this.#isIntact = true
        onIntact()
        return
      }
      log.error('The database is damaged', { verdict: result })
      markDamaged(opened.paths.database)
      report({ code: storageErrors.databaseUnsound, money: 'none' })
    } catch (error) {
      log.warn('The database could not be checked', { error: String(error) })
    }
  }
}
