import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export type EnqueueRequest = RouteInput<'jobs.enqueue'>

/** Identifies a request without its price, which may be quoted again between two clicks. */
const identify = ({ quote, ...request }: Omit<EnqueueRequest, 'idempotencyKey'>): string =>
  JSON.stringify({ ...request, idempotencyKey: '', quote: quote?.key })

/**
 * Assigns idempotency keys to clicks. A click without a response keeps its key when it is repeated, so that
 * a lost response of the studio can't create a second job.
 */
export class IdempotencyKeys {
  readonly #createKey: () => string
  /** Keys of requests without a response, by request. */
  readonly #pending = new Map<string, string>()

  constructor(createKey: () => string) {
    this.#createKey = createKey
  }

  /** Adds a key to a request: the same one if it repeats a request without a response. */
  assign(request: Omit<EnqueueRequest, 'idempotencyKey'>): EnqueueRequest {
    const id = identify(request)
    const idempotencyKey = this.#pending.get(id) ?? this.#createKey()
    this.#pending.set(id, idempotencyKey)
    return { ...request, idempotencyKey }
  }

  /** The studio responded to a request: when it is repeated, it gets a new key. */
  onResponse(request: EnqueueRequest): void {
    this.#pending.delete(identify(request))
  }
}
