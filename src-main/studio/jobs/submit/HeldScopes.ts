import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { ProbeBreaker } from '../../service/rate-limits/ProbeBreaker.ts'
import type { Clock, Log } from '../../world.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'
import { sendScope } from './sendScope.ts'

/** Longer than the longest pause between two jobs that are sent in an outage. */
const OUTAGE_MS = 4 * 24 * 3_600_000

interface Parts {
  store: JobStore
  /** Called when the service rejects the API key of a connection; null: it accepts the key again. */
  onKeyRefused: (connectionId: string, problem: Problem | null) => void
  /** Monotonic. */
  now: () => number
  clock: Clock
  log: Log
}

/**
 * Connections and operations (by `sendScope`) for which no job is sent until a probe succeeds, with the reason on their queued
 * jobs.
 */
export class HeldScopes {
  readonly #parts: Parts
  readonly #breaker = new ProbeBreaker()
  readonly #reasons = new Map<string, { problem: Problem; saidBy: string | null }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  has(scope: string): boolean {
    return this.#breaker.has(scope)
  }

  needsProbe(scope: string): boolean {
    return this.#breaker.needsProbe(scope)
  }

  /** Scopes that may not be probed yet, and until when (monotonic). */
  waiting(): { scope: string; at: number }[] {
    return this.#breaker.waiting(this.#parts.now())
  }

  /** Why no job of an operation is sent; null if they are sent. */
  heldBy(connectionId: string, operation: string): Problem | null {
    const scopes = [connectionId, sendScope(connectionId, operation)]
    return scopes.map((scope) => this.#reasons.get(scope)?.problem).find((problem) => problem) ?? null
  }

  /** `at`: when it failed (monotonic). */
  hold(scope: string, problem: Problem, at = this.#parts.now()): void {
    const isKeyRefused = problem.code === serviceErrors.keyRefused
    this.#breaker.failed(scope, at, isKeyRefused)
    this.#reasons.set(scope, { problem, saidBy: this.#reasons.get(scope)?.saidBy ?? null })
    if (isKeyRefused) this.#parts.onKeyRefused(scope, problem)
  }

  /**
   * Restores the holds of the last session from the jobs of each operation that became uncertain since one was accepted. A job
   * that a crash interrupted says nothing about the service.
   */
  resume(uncertain: readonly JobRecord[]): void {
    const { clock, now, store } = this.#parts
    const since = clock.now() - OUTAGE_MS
    for (const { connection, operation, problem, sentAt } of uncertain.toSorted(bySentAt)) {
      if (sentAt === null || sentAt <= since || !problem || problem.code === serviceErrors.interrupted)
        continue
      if (sentAt <= (store.lastAccepted(connection.id, operation, since) ?? 0)) continue
      const age = Math.max(0, clock.now() - sentAt)
      this.hold(sendScope(connection.id, operation), { ...problem, money: 'not_charged' }, now() - age)
    }
    for (const scope of this.#reasons.keys()) this.say(scope, [])
  }

  release(scope: string): void {
    this.#breaker.succeeded(scope)
    const reason = this.#reasons.get(scope)
    if (!reason) return
    this.#reasons.delete(scope)
    if (reason.problem.code === serviceErrors.keyRefused) this.#parts.onKeyRefused(scope, null)
    if (reason.saidBy !== null) this.#note(reason.saidBy, { problem: null, waitsUntil: null })
  }

  /** Releases a connection with all its operations. */
  releaseAll(connectionId: string): void {
    for (const scope of this.#reasons.keys()) if (isOf(scope, connectionId)) this.release(scope)
  }

  probing(scope: string): void {
    this.#breaker.probing(scope)
  }

  probed(scope: string, isWorking: boolean, inHand: readonly string[]): void {
    this.#breaker.probed(scope, this.#parts.now(), isWorking)
    if (!isWorking) this.say(scope, inHand)
  }

  /** Allows the next probes at once, because the user asked or the network returned. Null: of every connection or operation. */
  retryNow(connectionId: string | null, operation: string | null): void {
    this.#breaker.retryNow(
      this.#parts.now(),
      (scope) => connectionId === null || isOf(scope, connectionId, operation),
    )
  }

  /** Writes the reason and the end of the wait to the next job of a held scope. */
  say(scope: string, inHand: readonly string[]): void {
    const { store, clock, now } = this.#parts
    const reason = this.#reasons.get(scope)
    const held = this.waiting().find((one) => one.scope === scope)
    if (!reason || !held || !Number.isFinite(held.at)) return
    if (reason.saidBy !== null) this.#note(reason.saidBy, { problem: null, waitsUntil: null })
    const others = store
      .lanes()
      .filter(({ connection, operation }) => ![connection, sendScope(connection, operation)].includes(scope))
      .map(({ connection, operation }) => sendScope(connection, operation))
    const next = store.nextQueued(Number.MAX_SAFE_INTEGER, others, inHand)
    reason.saidBy = next?.id ?? null
    const waitsUntil = Math.ceil(clock.now() + held.at - now())
    if (next) this.#note(next.id, { problem: reason.problem, waitsUntil })
  }

  #note(id: string, changes: { problem: Problem | null; waitsUntil: number | null }): void {
    try {
      this.#parts.store.note(id, 'queued', changes)
    } catch (error) {
      this.#parts.log.warn('Why a job waits could not be written', { job: id, error: String(error) })
    }
  }
}

/** Whether a scope is a connection, or an operation of it. */
const isOf = (scope: string, connectionId: string, operation: string | null = null): boolean =>
  scope === connectionId ||
  (operation === null ? scope.startsWith(`${connectionId}/`) : scope === sendScope(connectionId, operation))

const bySentAt = (one: JobRecord, other: JobRecord): number => (one.sentAt ?? 0) - (other.sentAt ?? 0)
