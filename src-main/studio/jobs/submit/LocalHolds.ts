import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { collectionScope, connectionScope, scopeKey, type SendScope, type WaitingScope } from './SendScope.ts'

/** Jobs held by a limit are checked again this often, in milliseconds, because a new day may have begun. */
const RECHECK_MS = 60_000
/** Refusals in a row after which a whole scope is held; until then a cheaper job may fit the limit. */
const MAX_REFUSALS = 100

export interface LocalHold {
  /** Milliseconds since the epoch; in the past while only some jobs of the scope are held. */
  until: number
  /** `access`: the key or address of the connection is not available. */
  reason: 'budget' | 'disk' | 'access'
  problem: Problem | null
}

/** Connections and collections for which nothing is sent for reasons of this machine: a limit, the disk, a missing key. */
export class LocalHolds {
  /** By the scope's key. */
  readonly #holds = new Map<string, LocalHold & { scope: SendScope }>()
  /** Jobs in a row that a limit did not allow, by the scope's key. */
  readonly #refusals = new Map<string, number>()

  hold(scope: SendScope, hold: LocalHold): void {
    this.#holds.set(scopeKey(scope), { ...hold, scope })
  }

  /** Records that a limit does not allow a job. Returns when the job is checked again, in milliseconds since the epoch. */
  recordRefusal(scope: SendScope, problem: Problem, now: number): number {
    const key = scopeKey(scope)
    const until = now + RECHECK_MS
    const refusals = (this.#refusals.get(key) ?? 0) + 1
    const isHeld = refusals >= MAX_REFUSALS
    this.#refusals.set(key, isHeld ? 0 : refusals)
    this.hold(scope, { until: isHeld ? until : 0, reason: 'budget', problem })
    return until
  }

  release(scope: SendScope): void {
    this.#holds.delete(scopeKey(scope))
    this.#refusals.delete(scopeKey(scope))
  }

  /** Releases all, because a limit, a price or the free space changed. */
  releaseAll(): void {
    this.#holds.clear()
    this.#refusals.clear()
  }

  /** The limit or full disk that holds jobs of a connection and a collection; null if neither does. */
  status(connectionId: string, collection: string | null): Pick<LocalHold, 'reason' | 'problem'> | null {
    const holds = [
      this.#holds.get(scopeKey(connectionScope(connectionId))),
      this.#holds.get(scopeKey(collectionScope(collection))),
    ]
    return holds.find((hold) => hold !== undefined && hold.reason !== 'access') ?? null
  }

  /** The scopes that are held now, and until when. */
  waiting(now: number): WaitingScope[] {
    return [...this.#holds.values()].flatMap(({ scope, until }) => (until > now ? [{ scope, until }] : []))
  }

  /** Moves all times, because the clock was set back. */
  shift(ms: number): void {
    for (const hold of this.#holds.values()) hold.until += ms
  }
}
