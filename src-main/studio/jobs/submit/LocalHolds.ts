import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { collectionScope, connectionScope, scopeKey, type SendScope, type WaitingScope } from './SendScope.ts'

/** Jobs held by a limit are checked again this often, in milliseconds, because a new day may have begun. */
const RECHECK_MS = 60_000
/**
 * After so many jobs in a row that a limit does not allow, their whole connection or collection is held; until then a cheaper
 * one may fit.
 */
const MAX_REFUSALS = 100

export interface Stop {
  /** Milliseconds since the epoch; in the past while only single jobs are held. */
  until: number
  /** `access`: the key or address of the connection is not available. */
  reason: 'budget' | 'disk' | 'access'
  problem: Problem | null
}

/** Connections and collections for which nothing is sent for reasons of this machine: a limit, the disk, a missing key. */
export class LocalHolds {
  /** By the scope's key. */
  readonly #stops = new Map<string, Stop & { scope: SendScope }>()
  /** Jobs in a row that a limit did not allow, by the scope's key. */
  readonly #refusals = new Map<string, number>()

  stop(scope: SendScope, stop: Stop): void {
    this.#stops.set(scopeKey(scope), { ...stop, scope })
  }

  /** Notes that a limit does not allow a job; returns when the job is checked again, in milliseconds since the epoch. */
  refuse(scope: SendScope, problem: Problem, now: number): number {
    const key = scopeKey(scope)
    const until = now + RECHECK_MS
    const refusals = (this.#refusals.get(key) ?? 0) + 1
    const isHeld = refusals >= MAX_REFUSALS
    this.#refusals.set(key, isHeld ? 0 : refusals)
    this.stop(scope, { until: isHeld ? until : 0, reason: 'budget', problem })
    return until
  }

  release(scope: SendScope): void {
    this.#stops.delete(scopeKey(scope))
    this.#refusals.delete(scopeKey(scope))
  }

  /** Releases all, because a limit, a price or the free space changed. */
  releaseAll(): void {
    this.#stops.clear()
    this.#refusals.clear()
  }

  /** The limit or full disk that holds jobs of a connection and a collection; null if neither does. */
  status(connectionId: string, collection: string | null): Pick<Stop, 'reason' | 'problem'> | null {
    const stops = [
      this.#stops.get(scopeKey(connectionScope(connectionId))),
      this.#stops.get(scopeKey(collectionScope(collection))),
    ]
    return stops.find((stop) => stop !== undefined && stop.reason !== 'access') ?? null
  }

  /** The scopes that are held now, and until when. */
  waiting(now: number): WaitingScope[] {
    return [...this.#stops.values()].flatMap(({ scope, until }) =>
      until > now ? [{ scope, at: until }] : [],
    )
  }

  /** Moves all times, because the clock was set back. */
  shift(ms: number): void {
    for (const stop of this.#stops.values()) stop.until += ms
  }
}
