import { create } from 'zustand'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { PricedDraft } from './usePrice.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'

export interface EnqueueError {
  /** The `formKey` or the `sentencesKey` of what was clicked. */
  key: string
  problem: Problem
  /** Says how many jobs the click created before it failed, if any. */
  sentText?: string
  /** When the click failed, in ms since the epoch. */
  at: number
}

interface EnqueueErrorState {
  error: EnqueueError | null
  setError: (error: EnqueueError) => void
  clear: () => void
}

/** Why the last click on the run button failed; kept while other screens are shown. */
export const enqueueErrorStore = create<EnqueueErrorState>((set) => ({
  error: null,
  setError: (error) => set({ error }),
  clear: () => set({ error: null }),
}))

/** Identifies what a click sends: a draft and the connection. */
export const formKey = (connectionKey: string, { operation, model, values }: PricedDraft): string =>
  JSON.stringify([connectionKey, operation, model, values])

interface IdenticalJobState {
  /**
   * `key` is the `formKey` of the click with the connection's id. `clicks` counts the clicks in a row that found an
   * identical job.
   */
  match: { key: string; jobId: string; clicks: number } | null
  setMatch: (key: string, jobId: string) => void
  clear: () => void
}

/** The identical job that the last click found; kept while other screens are shown. */
export const identicalJobStore = create<IdenticalJobState>((set) => ({
  match: null,
  setMatch: (key, jobId) => set(({ match }) => ({ match: { key, jobId, clicks: (match?.clicks ?? 0) + 1 } })),
  clear: () => set({ match: null }),
}))

export type EnqueueRequest = RouteInput<'jobs.enqueue'>

/** What a click sends, before it has an idempotency key. */
type ClickRequest = Omit<EnqueueRequest, 'idempotencyKey'>

/**
 * Identifies a request. Of its quote only the key counts, because the same price may be quoted again between two
 * clicks. `first` doesn't count, because the studio may have received an earlier click without it.
 */
const identify = ({ quote, ...request }: ClickRequest): string =>
  JSON.stringify({ ...request, first: undefined, idempotencyKey: '', quote: quote?.key })

/**
 * Assigns idempotency keys to requests. A request without a response keeps its key when it is repeated, so that a lost response of
 * the studio can't lead to a second job.
 */
export class IdempotencyKeys {
  readonly #createKey: () => string
  /** Keys of requests without a response, by request. */
  readonly #pending = new Map<string, string>()

  constructor(createKey: () => string = () => crypto.randomUUID()) {
    this.#createKey = createKey
  }

  /** Adds a key to a request: the same one if it repeats a request of the same `scope` without a response. */
  assign<R extends ClickRequest>(request: R, scope = ''): R & { idempotencyKey: string } {
    const id = scope + identify(request)
    const idempotencyKey = this.#pending.get(id) ?? this.#createKey()
    this.#pending.set(id, idempotencyKey)
    return { ...request, idempotencyKey }
  }

  /** Forgets the key of a request that got a response, so that it gets a new one when it is repeated. */
  onResponse(request: EnqueueRequest, scope = ''): void {
    this.#pending.delete(scope + identify(request))
  }
}

/** The keys of the clicks in Create; kept while other screens are shown. */
export const idempotencyKeys = new IdempotencyKeys()
