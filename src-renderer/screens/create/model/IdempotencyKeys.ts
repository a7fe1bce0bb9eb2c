import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export type Intent = RouteInput<'jobs.enqueue'>

/** The request without its price, which may have been quoted again between two clicks. */
const requestOf = ({ quote, ...wanted }: Omit<Intent, 'idempotencyKey'>): string =>
  JSON.stringify({ ...wanted, idempotencyKey: '', quote: quote?.key })

/**
 * Gives each click its idempotency key. A click without a response keeps its key: the same intent sent again is the same click, so that
 * a lost response of the studio can't make a second job.
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

  /** The studio responded: the next click gets a new key. */
  answered(): void {
    this.#unanswered = null
  }
}
