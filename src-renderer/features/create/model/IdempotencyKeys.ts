import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export type Intent = RouteInput<'jobs.enqueue'>

/** What is asked for. Its price may have been quoted again between two clicks, which makes it no other request. */
const requestOf = ({ quote, ...wanted }: Omit<Intent, 'idempotencyKey'>): string =>
  JSON.stringify({ ...wanted, idempotencyKey: '', quote: quote?.key })

/**
 * Gives each idempotencyKey its id. A idempotencyKey whose answer never came keeps it: the same intent asked again is the same idempotencyKey,
 * so that a lost answer of the studio can't become a second job.
 */
export class IdempotencyKeys {
  readonly #newId: () => string
  #unanswered: Intent | null = null

  constructor(newId: () => string) {
    this.#newId = newId
  }

  intent(wanted: Omit<Intent, 'idempotencyKey'>): Intent {
    const before = this.#unanswered
    const idempotencyKey =
      before && requestOf(before) === requestOf(wanted) ? before.idempotencyKey : this.#newId()
    this.#unanswered = { ...wanted, idempotencyKey }
    return this.#unanswered
  }

  /** The studio has answered, yes or no: the next idempotencyKey is another. */
  answered(): void {
    this.#unanswered = null
  }
}
