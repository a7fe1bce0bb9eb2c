import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { PriceRequest } from '../../service/http/Exchange.ts'
import type { Clock } from '../../world.ts'
import type { QuoteFailure } from './quoteOutcomes.ts'

interface QuoteKey {
  connectionId: string
  key: string
  request: PriceRequest
}

interface CachedError {
  /** Paths of the files in the request; with other files the request may succeed. Absent for an error of the whole connection. */
  filePaths?: string
  problem: Problem
  until: number
}

/** How long an error other than a rate limit is returned without a new request. */
const MAX_AGE_MS = 3000
/** When this many errors by key are cached, all of them are dropped. */
const MAX_KEYS = 500

/** Recent errors of price requests: by key for a few seconds, by connection until the service allows requests again. */
export class QuoteErrorCache {
  readonly #clock: Clock
  readonly #byKey = new Map<string, CachedError>()
  readonly #byConnection = new Map<string, CachedError>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  find({ connectionId, key, request }: QuoteKey): Problem | null {
    const byKey = this.#byKey.get(key)
    const sameFiles = byKey?.filePaths === filePathsOf(request) ? byKey : undefined
    return this.ofConnection(connectionId) ?? this.#current(sameFiles)
  }

  /** Why the service refuses all price requests of a connection for now; null if it doesn't. */
  ofConnection(connectionId: string): Problem | null {
    return this.#current(this.#byConnection.get(connectionId))
  }

  /** Records a failure and returns the problem to show, with `retryAt` if requests must wait. */
  add({ connectionId, key, request }: QuoteKey, failure: QuoteFailure): Problem {
    const now = this.#clock.now()
    const until = blockedUntil(failure, now)
    if (until === null) {
      if (this.#byKey.size >= MAX_KEYS) this.#byKey.clear()
      this.#byKey.set(key, {
        filePaths: filePathsOf(request),
        problem: failure.problem,
        until: now + MAX_AGE_MS,
      })
      return failure.problem
    }
    const problem = { ...failure.problem, retryAt: until }
    this.#byConnection.set(connectionId, { problem, until })
    return problem
  }

  #current(error: CachedError | undefined): Problem | null {
    return error && this.#clock.now() < error.until ? error.problem : null
  }

  /** Removes the errors of a connection and of its keys. */
  clear(connectionId: string): void {
    this.#byConnection.delete(connectionId)
    for (const key of this.#byKey.keys()) if (key.startsWith(`${connectionId}/`)) this.#byKey.delete(key)
  }
}

const filePathsOf = (request: PriceRequest): string => {
  const sent = request.encoding === 'multipart' ? request.files : []
  return [...sent, ...(request.onDemand ?? []).flatMap(({ files }) => files)]
    .map(({ path }) => path)
    .join('\n')
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Until when no price may be requested from a connection: the time that the service states, otherwise one minute for its limit per
 * minute and the next midnight UTC for its limit per day (service.md §Rate limits). Null when there is no limit.
 */
function blockedUntil({ problem, waitsUntil }: QuoteFailure, now: number): number | null {
  const stated =
    typeof waitsUntil === 'number' && waitsUntil > now ? Math.min(waitsUntil, now + DAY_MS) : null
  if (stated !== null) return stated
  if (problem.code === serviceErrors.rateLimited) return now + MINUTE_MS
  if (problem.code === serviceErrors.pricesUsedUp) return (Math.floor(now / DAY_MS) + 1) * DAY_MS
  return null
}
