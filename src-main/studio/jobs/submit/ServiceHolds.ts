import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { ProbeBreaker } from '../../service/rate-limits/ProbeBreaker.ts'
import type { Clock, Log } from '../../world.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'
import {
  connectionScope,
  operationScope,
  scopeKey,
  operationScopes,
  type SendScope,
  type WaitingScope,
} from '../store/SendScope.ts'

/**
 * Uncertain jobs that were sent longer ago than this don't restore a hold. This is longer than the longest pause between two attempts in an
 * outage, so that a hold survives every restart.
 */
const MAX_HOLD_AGE_MS = 4 * 24 * 3_600_000

interface Dependencies {
  store: JobStore
  /** Called when the service rejects the API key of a connection. */
  onKeyRefused: (connectionId: string) => void
  /** Called when the service accepts a rejected key again, or the key was replaced. */
  onKeyAccepted: (connectionId: string) => void
  /** The monotonic time in ms. */
  now: () => number
  clock: Clock
  log: Log
}

interface HoldReason {
  scope: SendScope
  problem: Problem
  /** Id of the queued job whose row shows the reason. */
  shownOnJobId: string | null
}

/**
 * Connections and operations for which no job is sent until a probe (a free request) succeeds, because the service failed. The
 * reason is shown on the next queued job of each.
 */
export class ServiceHolds {
  readonly #dependencies: Dependencies
  readonly #breaker = new ProbeBreaker()
  /** By the scope's key. */
  readonly #reasons = new Map<string, HoldReason>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Whether a scope is held. */
  has(scope: SendScope): boolean {
    return this.#breaker.isTripped(scopeKey(scope))
  }

  /** Whether a scope gets no job until a probe succeeds. Also true while the probe may not be sent yet, and while it runs. */
  needsProbe(scope: SendScope): boolean {
    return this.#breaker.needsProbe(scopeKey(scope))
  }

  /** Scopes that may not be probed yet, and until when (monotonic). */
  waiting(): WaitingScope[] {
    return this.#breaker.listWaiting(this.#dependencies.now()).flatMap(({ scope: key, at: until }) => {
      const scope = this.#reasons.get(key)?.scope
      return scope ? [{ scope, until }] : []
    })
  }

  /** Why no job of an operation is sent; null if they are sent. */
  problemOf(connectionId: string, operation: string): Problem | null {
    const problems = operationScopes(connectionId, operation).map(
      (scope) => this.#reasons.get(scopeKey(scope))?.problem,
    )
    return problems.find((problem) => problem) ?? null
  }

  /** Stops sending for a scope because a request of it failed. `failedAt`: monotonic. */
  hold(scope: SendScope, problem: Problem, failedAt = this.#dependencies.now()): void {
    const isKeyRefused = problem.code === serviceErrors.keyRefused
    const key = scopeKey(scope)
    this.#breaker.recordFailure(key, failedAt, isKeyRefused)
    this.#reasons.set(key, { scope, problem, shownOnJobId: this.#reasons.get(key)?.shownOnJobId ?? null })
    if (isKeyRefused && scope.kind === 'connection') this.#dependencies.onKeyRefused(scope.connectionId)
  }

  /**
   * Restores the holds of the last session. An operation is held if a job that was sent after its last accepted one became uncertain. Jobs
   * that a crash made uncertain don't count, because they say nothing about the service.
   */
  resume(uncertain: readonly JobRecord[]): void {
    const { clock, now, store } = this.#dependencies
    const since = clock.now() - MAX_HOLD_AGE_MS
    for (const { connection, operation, problem, sentAt } of uncertain.toSorted(bySentAt)) {
      if (sentAt === null || sentAt <= since || !problem || problem.code === serviceErrors.interrupted)
        continue
      if (sentAt <= (store.lastAcceptedAt(connection.id, operation, since) ?? 0)) continue
      const age = Math.max(0, clock.now() - sentAt)
      this.hold(operationScope(connection.id, operation), { ...problem, money: 'not_charged' }, now() - age)
    }
    for (const { scope } of this.#reasons.values()) this.showReason(scope, [])
  }

  release(scope: SendScope): void {
    const key = scopeKey(scope)
    this.#breaker.recordSuccess(key)
    const reason = this.#reasons.get(key)
    if (!reason) return
    this.#reasons.delete(key)
    if (reason.problem.code === serviceErrors.keyRefused && scope.kind === 'connection')
      this.#dependencies.onKeyAccepted(scope.connectionId)
    if (reason.shownOnJobId !== null)
      this.#updateJob(reason.shownOnJobId, { problem: null, waitsUntil: null })
  }

  /** Releases a connection with all its operations. */
  releaseAll(connectionId: string): void {
    for (const { scope } of this.#reasons.values()) if (belongsTo(scope, connectionId)) this.release(scope)
  }

  recordProbeStart(scope: SendScope): void {
    this.#breaker.recordProbeStart(scopeKey(scope))
  }

  recordProbeEnd(scope: SendScope, isWorking: boolean, inFlight: readonly string[]): void {
    this.#breaker.recordProbeEnd(scopeKey(scope), this.#dependencies.now(), isWorking)
    if (!isWorking) this.showReason(scope, inFlight)
  }

  /** Allows the next probes of a connection and operation immediately, because the user asked or the network returned. Null means all. */
  retryNow(connectionId: string | null, operation: string | null): void {
    this.#breaker.allowProbes(this.#dependencies.now(), (key) => {
      const scope = this.#reasons.get(key)?.scope
      return connectionId === null || (scope !== undefined && belongsTo(scope, connectionId, operation))
    })
  }

  /** Writes the reason and the end of the wait to the next job of a held scope. `inFlight`: ids of jobs that are being sent. */
  showReason(scope: SendScope, inFlight: readonly string[]): void {
    const { store, clock, now } = this.#dependencies
    const key = scopeKey(scope)
    const reason = this.#reasons.get(key)
    const held = this.waiting().find((waiting) => scopeKey(waiting.scope) === key)
    if (!reason || !held || !Number.isFinite(held.until)) return
    if (reason.shownOnJobId !== null)
      this.#updateJob(reason.shownOnJobId, { problem: null, waitsUntil: null })
    const others = store
      .sendableOperations()
      .map(({ connection, operation }) => operationScope(connection, operation))
      .filter((other) => scopeKey(other) !== key && scopeKey(connectionScope(other.connectionId)) !== key)
    const next = store.nextQueued(Number.MAX_SAFE_INTEGER, others, inFlight)
    reason.shownOnJobId = next?.id ?? null
    const waitsUntil = Math.ceil(clock.now() + held.until - now())
    if (next) this.#updateJob(next.id, { problem: reason.problem, waitsUntil })
  }

  #updateJob(id: string, changes: { problem: Problem | null; waitsUntil: number | null }): void {
    try {
      this.#dependencies.store.update(id, 'queued', changes)
    } catch (error) {
      this.#dependencies.log.warn('The reason why a job waits could not be written', {
        job: id,
        error: String(error),
      })
    }
  }
}

/** Whether a scope is a connection or an operation of it; with `operation`, only that one. */
const belongsTo = (scope: SendScope, connectionId: string, operation: string | null = null): boolean =>
  scope.kind !== 'collection' &&
  scope.connectionId === connectionId &&
  (scope.kind === 'connection' || operation === null || scope.operation === operation)

const bySentAt = (a: JobRecord, b: JobRecord): number => (a.sentAt ?? 0) - (b.sentAt ?? 0)
