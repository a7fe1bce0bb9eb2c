import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import {
  collectionScope,
  connectionScope,
  scopeKey,
  type SendScope,
  type WaitingScope,
} from '../store/SendScope.ts'

/** Jobs held by a limit are checked again this often, in milliseconds, because a new day may have begun. */
const RECHECK_MS = 60_000
/** After this many refusals in a row the whole scope is held. Until then each job is checked, because a cheaper one may fit the limit. */
const MAX_REFUSALS = 100

/** Why and until when the jobs of a scope are not sent. */
export interface LocalHold {
  /** Milliseconds since the epoch; 0 if single jobs were refused but the scope as a whole is not held. */
  until: number
  /** `access`: the key or address of the connection is not available. */
  reason: 'budget' | 'disk' | 'access'
  problem: Problem | null
}

/** Connections and collections for which nothing is sent for a local reason: a spending limit, a full disk, a missing key. */
export class LocalHolds {
  /** By the scope's key. */
  readonly #holds = new Map<string, LocalHold & { scope: SendScope }>()
  /** Number of refusals in a row, by the scope's key. */
  readonly #refusals = new Map<string, number>()

  /** Stops sending for a scope until a time. Replaces an earlier hold. */
  hold(scope: SendScope, hold: LocalHold): void {
    this.#holds.set(scopeKey(scope), { ...hold, scope })
  }

  /** Records that a spending limit refused a job. Returns when the job is checked again, in milliseconds since the epoch. */
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

  /** Releases every scope, because a limit, a price or the disk changed. */
  releaseAll(): void {
    this.#holds.clear()
    this.#refusals.clear()
  }

  /**
   * The hold that a limit or a full disk puts on the jobs of a connection and a collection; null if there is none. A missing key is left
   * out, because the row of the job that needed it shows the problem.
   */
  findHold(connectionId: string, collection: string | null): Pick<LocalHold, 'reason' | 'problem'> | null {
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

  /** Shifts all times by `ms`, because the clock was set back. */
  shift(ms: number): void {
    for (const hold of this.#holds.values()) hold.until += ms
  }
}
