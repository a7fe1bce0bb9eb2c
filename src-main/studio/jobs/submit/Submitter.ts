import { boundaryErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Access, Exchange, WireRequest } from '../../service/http/Exchange.ts'
import type { MonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import type { RateLimitKey, RateLimits } from '../../service/rate-limits/RateLimits.ts'
import { readRequestId } from '../../service/responses/readStatusRecord.ts'
import type { Clock, Log } from '../../world.ts'
import type { AdmissionPolicy, JobService } from '../engineInterfaces.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { ServiceHolds } from './ServiceHolds.ts'
import { RetryingWriter, OutcomeWriter } from './OutcomeWriter.ts'
import { findMissingFile, submitOutcome, submitProblem } from './outcomes.ts'
import { type InputPaths, withCurrentPaths } from './withCurrentPaths.ts'
import {
  collectionScope,
  connectionScope,
  operationScope,
  operationScopeOf,
  scopesOf,
  scopeKey,
  type SendScope,
  type WaitingScope,
} from '../store/SendScope.ts'
import type { LocalHold, LocalHolds } from './LocalHolds.ts'

/** Maximum number of concurrent submits, and so of responses that a crash can lose. */
const MAX_IN_FLIGHT = 8
/** Maximum number of concurrent submits of one operation, and so of its jobs that an outage makes uncertain before it is noticed. */
const MAX_IN_FLIGHT_PER_OPERATION = 2
/** Delay before a job is tried again after its key could not be read or an unexpected error occurred. */
const ACCESS_RETRY_MS = 15_000
/** After more 404s in a row than this the operation itself counts as missing, and its jobs stay queued. */
const MAX_NOT_FOUND = 3
/** Delay before a queue that can't be read is read again. */
const QUEUE_RETRY_MS = 15_000

interface Dependencies {
  store: JobStore
  service: JobService
  limits: RateLimits
  admission: AdmissionPolicy
  localHolds: LocalHolds
  /** Connections and operations that are probed before anything more is sent. */
  serviceHolds: ServiceHolds
  /** Called when a job runs, so that it is polled. */
  onRunning: (id: string) => void
  library: InputPaths
  ledger: Pick<Ledger, 'record'>
  database: Pick<Database, 'transaction'>
  clock: Clock
  log: Log
}

/** Sends jobs, with one POST per decision of the user, after the job is on disk. Nothing else sends jobs. */
export class Submitter {
  readonly #dependencies: Dependencies
  readonly #clock: MonotonicClock
  /** How far the monotonic clock was ahead of the system's clock when the waits of jobs were last shifted. */
  #clockAheadMs = 0
  /** Number of 404s in a row, by the key of the operation's scope. */
  readonly #notFoundCounts = new Map<string, number>()
  readonly #outcomeWriter: OutcomeWriter
  readonly #inFlight = new Map<string, { key: RateLimitKey; done: Promise<void> }>()
  readonly #probes = new Set<Promise<void>>()
  readonly #retryingWriter: RetryingWriter
  #cancelTimer: (() => void) | null = null
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#retryingWriter = new RetryingWriter(dependencies)
    this.#outcomeWriter = new OutcomeWriter(dependencies)
    this.#clock = dependencies.limits.clock
  }

  /** Checks held connections and collections again, because a limit or price changed. */
  reconsider(): void {
    this.#dependencies.localHolds.releaseAll()
    this.sendReady()
  }

  /**
   * Sends the queued jobs of a connection and operation, because jobs were added or resumed. If they wait for the service, sends one of
   * them immediately. Null means all of them.
   */
  send(connectionId: string | null, operation: string | null): void {
    const filter = {
      ...(connectionId !== null && { connectionId }),
      ...(operation !== null && { operation }),
    }
    this.#dependencies.serviceHolds.retryNow(connectionId, operation)
    this.#dependencies.limits.allowRetry({ ...filter, kind: 'send' })
    // A probe sends these requests.
    for (const kind of ['models', 'price'] as const)
      this.#dependencies.limits.allowRetry({ ...(connectionId !== null && { connectionId }), kind })
    this.sendReady()
  }

  /**
   * Immediately retries everything that waits for the service of a connection, once, because the user asked or the
   * network returned. Null means all connections.
   */
  retryNow(connectionId: string | null): void {
    this.#dependencies.serviceHolds.retryNow(connectionId, null)
    this.#dependencies.limits.allowRetry(connectionId === null ? {} : { connectionId })
    this.#dependencies.store.clearWaits(connectionId)
    this.sendReady()
  }

  /** Releases the holds of a connection and retries what waits for it, because its address or key changed. */
  accessChanged(connectionId: string): void {
    this.#dependencies.serviceHolds.releaseAll(connectionId)
    this.#dependencies.localHolds.release(connectionScope(connectionId))
    this.retryNow(connectionId)
  }

  /** Restores the holds of the last session from the uncertain jobs. */
  resume(uncertain: readonly JobRecord[]): void {
    this.#dependencies.serviceHolds.resume(uncertain)
  }

  /** Sends every job that may be sent now, and schedules itself for the end of the next wait. Never throws. */
  sendReady(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    try {
      this.#sendAll()
    } catch (error) {
      this.#dependencies.log.error('The queue could not be read', { error: String(error) })
      if (!this.#closed) this.#cancelTimer = this.#clock.after(QUEUE_RETRY_MS, () => this.sendReady())
    }
  }

  #sendAll(): void {
    this.#adjustToClock()
    const { store, clock, admission } = this.#dependencies
    while (!this.#closed && !admission.isPaused() && this.#inFlight.size < MAX_IN_FLIGHT) {
      const { scopes, next } = this.#waitingScopes()
      const job = store.nextQueued(clock.now(), scopes, [...this.#inFlight.keys()])
      if (!job) return this.#scheduleNext(next)
      const toProbe = scopesOf(job).find((scope) => this.#dependencies.serviceHolds.needsProbe(scope))
      if (toProbe !== undefined) this.#startProbe(toProbe, job)
      else if (this.#admit(job)) this.#startSend(job)
    }
  }

  #startSend(job: JobRecord): void {
    const key: RateLimitKey = { kind: 'send', connectionId: job.connection.id, operation: job.operation }
    this.#dependencies.limits.recordSent(key)
    const done = this.#send(job, key)
      .catch((error: unknown) => this.#onError(job, key, error))
      .finally(() => {
        this.#inFlight.delete(job.id)
        this.sendReady()
      })
    this.#inFlight.set(job.id, { key, done })
  }

  #startProbe(scope: SendScope, job: JobRecord): void {
    this.#dependencies.serviceHolds.recordProbeStart(scope)
    const done = this.#probe(scope, job).finally(() => {
      this.#probes.delete(done)
      if (!this.#closed) this.sendReady()
    })
    this.#probes.add(done)
  }

  async #probe(scope: SendScope, job: JobRecord): Promise<void> {
    let isWorking = false
    try {
      isWorking = await this.#dependencies.service.probe(job)
    } catch (error) {
      this.#dependencies.log.warn('A probe failed unexpectedly', { job: job.id, error: String(error) })
    }
    this.#dependencies.serviceHolds.recordProbeEnd(scope, isWorking, [...this.#inFlight.keys()])
  }

  /** If the clock was set back, shifts the times that jobs wait for. */
  #adjustToClock(): void {
    const shiftMs = this.#clock.aheadMs() - this.#clockAheadMs
    if (shiftMs === 0 || !this.#dependencies.store.shiftWaits(-shiftMs)) return
    this.#clockAheadMs += shiftMs
    this.#dependencies.localHolds.shift(-shiftMs)
  }

  #admit(job: JobRecord): boolean {
    const { store, clock, admission, localHolds } = this.#dependencies
    const decision = admission.admit(job)
    const scopes = {
      connection: connectionScope(job.connection.id),
      collection: collectionScope(job.collection),
    }
    switch (decision.kind) {
      case 'hold-batch':
        return false
      case 'send':
        localHolds.release(scopes.connection)
        localHolds.release(scopes.collection)
        return true
      case 'hold': {
        const { scope, problem } = decision
        store.update(job.id, 'queued', {
          problem,
          waitsUntil: localHolds.recordRefusal(scopes[scope], problem, clock.now()),
        })
        return false
      }
    }
  }

  /** The scopes that wait now, and when the first wait ends (ms since the epoch); null if no end is known. */
  #waitingScopes(): { scopes: SendScope[]; next: number | null } {
    const { store, clock, limits, localHolds } = this.#dependencies
    const wallNow = clock.now()
    const now = this.#clock.now()
    const waits: WaitingScope[] = localHolds.waiting(wallNow)
    for (const { scope, until } of this.#dependencies.serviceHolds.waiting())
      waits.push({ scope, until: wallNow + until - now })
    const busy = [...this.#inFlight.values()].map(({ key }) => key)
    for (const { connection, operation } of store.sendableOperations()) {
      const wait = limits.getWait({ kind: 'send', connectionId: connection, operation })
      const scope = operationScope(connection, operation)
      const inFlight = busy.filter(
        (key) => key.connectionId === connection && key.operation === operation,
      ).length
      const maxInFlight = this.#dependencies.serviceHolds.has(scope) ? 1 : MAX_IN_FLIGHT_PER_OPERATION
      if (wait > 0) waits.push({ scope, until: wallNow + wait })
      else if (inFlight >= maxInFlight) waits.push({ scope, until: Number.POSITIVE_INFINITY })
    }
    for (const { connectionId } of busy) {
      const scope = connectionScope(connectionId)
      if (this.#dependencies.serviceHolds.has(scope)) waits.push({ scope, until: Number.POSITIVE_INFINITY })
    }
    const next = Math.min(...waits.map(({ until }) => until))
    return { scopes: waits.map(({ scope }) => scope), next: Number.isFinite(next) ? next : null }
  }

  /** Sends no further job and waits for open responses, because aborting them would make their jobs uncertain. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    this.#retryingWriter.close()
    await Promise.allSettled([...this.#inFlight.values()].map(({ done }) => done))
    await Promise.allSettled(this.#probes)
  }

  /** After an unexpected error an unsent job waits before it is tried again; a job that may have been sent becomes uncertain. */
  #onError(job: JobRecord, key: RateLimitKey, error: unknown): void {
    const { store, clock, log, limits } = this.#dependencies
    log.error('A submit failed unexpectedly', { job: job.id, error: String(error) })
    limits.recordSettled(key)
    const problem: Problem = { code: boundaryErrors.internal, money: 'not_charged' }
    const waitsUntil = clock.now() + ACCESS_RETRY_MS
    try {
      if (store.update(job.id, 'queued', { problem, waitsUntil })) return
      this.#outcomeWriter.markUncertain(job, { ...problem, money: 'unknown' })
    } catch (writeError) {
      // The row can't be updated, as on a full disk, so the wait is kept in memory.
      log.error('A job could not be written', { job: job.id, error: String(writeError) })
      this.#holdConnection(job, { until: waitsUntil, reason: 'disk', problem: null })
    }
  }

  #holdConnection({ connection }: JobRecord, hold: LocalHold): void {
    this.#dependencies.localHolds.hold(connectionScope(connection.id), hold)
  }

  #scheduleNext(waitEnds: number | null): void {
    const ends = [this.#dependencies.store.nextWaitEnds(this.#dependencies.clock.now()), waitEnds].filter(
      (at) => at !== null,
    )
    if (ends.length === 0 || this.#closed) return
    const wait = Math.max(1, Math.ceil(Math.min(...ends) - this.#dependencies.clock.now()))
    this.#cancelTimer = this.#clock.after(wait, () => this.sendReady())
  }

  async #send(job: JobRecord, key: RateLimitKey): Promise<void> {
    const { store, service, clock, limits, admission, serviceHolds, library } = this.#dependencies
    let access: Access
    try {
      access = await service.access(job.connection.id)
    } catch (error) {
      const known = error instanceof StudioError ? error.problem : { code: boundaryErrors.internal }
      const problem: Problem = { ...known, money: 'not_charged' }
      const until = clock.now() + ACCESS_RETRY_MS
      this.#holdConnection(job, { until, reason: 'access', problem })
      store.update(job.id, 'queued', { problem, waitsUntil: until })
      return limits.recordSettled(key)
    }
    const request = withCurrentPaths(job.request, store.inputsOf(job.id), library)
    const missingFileProblem = await findMissingFile(request)
    if (missingFileProblem) admission.checkDisk()
    // While the key and the files were read, the service may have set a wait, the user may have paused or cancelled, the price may have
    // changed, other jobs may have used up a limit, or the disk of the library may have been disconnected.
    const current = store.find(job.id)
    if (
      this.#closed ||
      admission.isPaused() ||
      limits.getHeldUntil(key) !== null ||
      scopesOf(job).some((scope) => serviceHolds.needsProbe(scope)) ||
      current?.state !== 'queued' ||
      current.held !== 0 ||
      !this.#admit(current)
    )
      return limits.recordSettled(key)
    if (missingFileProblem) this.#outcomeWriter.reject(current, missingFileProblem)
    const sentAt = clock.now()
    const sending = { sentAt, attempts: current.attempts + 1, waitsUntil: null }
    if (missingFileProblem || !store.move(job.id, 'sending', sending)) return limits.recordSettled(key)
    await this.#handleResponse(current, await this.#post(access, request), key, sentAt)
  }

  /** An error counts as sent, because it is unknown how much of the request was sent. */
  async #post(access: Access, request: WireRequest): Promise<Exchange> {
    try {
      return await this.#dependencies.service.post(access, request)
    } catch (error) {
      return { kind: 'fault', sent: true, cause: 'other', detail: String(error) }
    }
  }

  async #handleResponse(
    job: JobRecord,
    exchange: Exchange,
    key: RateLimitKey,
    sentAt: number,
  ): Promise<void> {
    const { limits, admission, onRunning, log } = this.#dependencies
    const responseId = exchange.kind === 'response' ? readRequestId(exchange.json) : null
    // An id that belongs to another job doesn't tell whether this one was accepted.
    const requestId = responseId !== null && this.#isKnownRequest(responseId) ? null : responseId
    const outcome = { ...submitOutcome(exchange, requestId) }
    const isInputFault = exchange.kind === 'fault' && exchange.cause === 'input'
    if (isInputFault) admission.checkDisk()
    // A file that isn't found on a disconnected disk is not known to be missing.
    const mustWait = isInputFault && admission.isPaused()
    if (mustWait) outcome.state = 'queued'
    const isNotFound = exchange.kind === 'response' && exchange.status === 404
    const isRejectedByService = exchange.kind === 'response' && outcome.state === 'rejected'
    const isUnderstood = outcome.state === 'running' || (isRejectedByService && !isNotFound)
    this.#logErrorOf('The rate limits could not be updated', () =>
      limits.recordOutcome(key, sentAt, exchange, isUnderstood),
    )
    if (isNotFound && outcome.state === 'rejected' && this.#isOperationMissing(job)) outcome.state = 'queued'
    if (isUnderstood) this.#notFoundCounts.delete(scopeKey(operationScopeOf(job)))
    const problem = outcome.state === 'running' || mustWait ? null : submitProblem(exchange, outcome)
    const isKeyRefused = problem?.code === serviceErrors.keyRefused
    const scope = isKeyRefused ? connectionScope(job.connection.id) : operationScopeOf(job)
    const isFailed = outcome.state === 'uncertain' || isKeyRefused
    this.#logErrorOf('The holds of the service could not be updated', () => {
      if (isUnderstood) scopesOf(job).forEach((held) => this.#dependencies.serviceHolds.release(held))
      else if (isFailed)
        this.#dependencies.serviceHolds.hold(scope, {
          ...(problem ?? { code: serviceErrors.serverError }),
          money: 'not_charged',
        })
    })
    const facts = { job: job.id, to: outcome.state, ...(problem && { code: problem.code }) }
    log.info('Submit completed', facts)
    await this.#retryingWriter.write({ ...facts, request: requestId }, () => {
      this.#outcomeWriter.write(job, outcome.state, {
        requestId,
        problem,
        waitsUntil: limits.getHeldUntil(key),
      })
    })
    if (isFailed) this.#dependencies.serviceHolds.showReason(scope, [...this.#inFlight.keys()])
    if (outcome.state === 'running') onRunning(job.id)
  }

  /** Whether a request id is already that of a job. If it can't be looked up, it counts as new, so that it is not lost. */
  #isKnownRequest(requestId: string): boolean {
    let isKnown = false
    this.#logErrorOf(`The request id ${requestId} could not be looked up`, () => {
      isKnown = this.#dependencies.store.findByRequest(requestId) !== null
    })
    return isKnown
  }

  /** Runs `work` and only logs its error, which must not lose the response to a submit. */
  #logErrorOf(message: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#dependencies.log.error(message, { error: String(error) })
    }
  }

  /** Counts a 404. Returns whether more than `MAX_NOT_FOUND` in a row show that the operation itself is missing. */
  #isOperationMissing(job: JobRecord): boolean {
    const key = scopeKey(operationScopeOf(job))
    const times = (this.#notFoundCounts.get(key) ?? 0) + 1
    this.#notFoundCounts.set(key, times)
    return times > MAX_NOT_FOUND
  }
}
