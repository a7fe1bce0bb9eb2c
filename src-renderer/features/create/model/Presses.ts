import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export type Intent = RouteInput<'jobs.enqueue'>

/** What is asked for. Its price may have been quoted anew between two clicks, which makes it no other request. */
const requestOf = ({ quote, ...wanted }: Omit<Intent, 'press'>): string =>
  JSON.stringify({ ...wanted, press: '', quote: quote?.key })

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
    const press = before && requestOf(before) === requestOf(wanted) ? before.press : this.#newId()
    this.#unanswered = { ...wanted, press }
    return this.#unanswered
  }

  /** The studio has answered, yes or no: the next press is another. */
  answered(): void {
    this.#unanswered = null
  }
}
