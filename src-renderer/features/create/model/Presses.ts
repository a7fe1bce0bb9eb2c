import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export type Intent = RouteInput<'jobs.enqueue'>

/**
 * Gives each press its id. A press whose answer never came keeps it: the same intent asked again is the same press,
 * so that a lost answer of the studio can't become a second job.
 */
export class Presses {
  readonly #newId: () => string
  #unanswered: Intent | null = null

  constructor(newId: () => string) {
    this.#newId = newId
  }

  intent(wanted: Omit<Intent, 'press'>): Intent {
    const before = this.#unanswered
    if (before && JSON.stringify({ ...wanted, press: '' }) === JSON.stringify({ ...before, press: '' }))
      return before
    this.#unanswered = { ...wanted, press: this.#newId() }
    return this.#unanswered
  }

  /** The studio has answered, yes or no: the next press is another. */
  answered(): void {
    this.#unanswered = null
  }
}
