import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export type EnqueueRequest = RouteInput<'jobs.enqueue'>

/** Identifies a request without its price, which may be quoted again between two clicks. */
const requestOf = ({ quote, ...request }: Omit<EnqueueRequest, 'idempotencyKey'>): string =>
  JSON.stringify({ ...request, idempotencyKey: '', quote: quote?.key })

/**
 * Assigns idempotency keys to clicks. A click without a response keeps its key when it is repeated, so that
 * a lost response of the studio can't create a second job.
 */
export class IdempotencyKeys {
  readonly #newId: () => string
  #pending: EnqueueRequest | null = null

  constructor(newId: () => string) {
    this.#newId = newId
  }

  /** Adds a key to a request: the same one if it repeats the last request without a response. */
  assign(request: Omit<EnqueueRequest, 'idempotencyKey'>): EnqueueRequest {
    const pending = this.#pending
    const idempotencyKey =
      pending && requestOf(pending) === requestOf(request) ? pending.idempotencyKey : this.#newId()
    this.#pending = { ...request, idempotencyKey }
    return this.#pending
  }

  /** The studio responded: the next click gets a new key. */
  onResponse(): void {
    this.#pending = null
  }
}
