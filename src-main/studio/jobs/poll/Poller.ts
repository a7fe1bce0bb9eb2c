import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Access, Exchange } from '../../service/http/Exchange.ts'
import type { MonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { problemFrom } from '../../service/responses/problemFrom.ts'
import type { RateLimitKey, RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import type { Clock, Log } from '../../world.ts'
import { doneTime, median, expectedEnd, pollDelay } from './pollPlan.ts'
import { concernsConnection, isUnknownJob, judgePoll, statusOfJob } from './pollEvidence.ts'
import { PollQueue, SPREAD_MS } from './PollQueue.ts'
import { earlierDoubtCount, isOutOfOrder, isPolled, rankOf, type WatchedJob } from './WatchedJob.ts'
import type { AdmissionPolicy, JobService } from '../engineInterfaces.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'

/**
 * A job counts as missing after at least this many 404s of the service in a row, over at least this time. Fewer may come from a
 * deployment or an outage.
 */
const MISSING_POLLS = 5
const MISSING_MS = 3 * 3_600_000
/** The first and the longest pause between the polls of a missing job. The pause doubles each time. */
const FIRST_MISSING_MS = 3_600_000
const MAX_MISSING_MS = 24 * FIRST_MISSING_MS
/** With a daily quota of at most this many polls, jobs are polled as seldom as possible. */
const SMALL_QUOTA = 2000
/** With more running jobs than this, not counting those in doubt or unusually long ones, each is polled less often. */
const MANY_OPEN = 20
/** A job is unusually long after this multiple of its usual duration, and after at least this time. */
const LONG_RATIO = 3
const MIN_LONG_MS = 60_000
/** If no poll succeeded for this long, or this many jobs came into doubt since the last success, an outage may be the cause. */
const OUTAGE_MS = 60_000
const MANY_DOUBTFUL = 3
/** If the poll that found a job done was later than planned by more than this, it is unknown when the job was done. */
const LATE_MS = 5000

interface Dependencies {
  store: JobStore
  limits: RateLimits
  admission: Pick<AdmissionPolicy, 'checkDisk'>
  service: Pick<JobService, 'access' | 'get'>
  /** Called with a readable response about a job that is still running. */
  onProgress: (job: JobRecord, record: StatusRecord) => void
  /** `doneAt`: the estimated time of the end (ms since the epoch); null if the poll was too late for an estimate. */
  onDone: (job: JobRecord, record: StatusRecord, doneAt: number | null) => void
  onFailed: (job: JobRecord, record: StatusRecord) => void
  onVanished: (job: JobRecord, exchange: Exchange) => void
  clock: Clock
  random: () => number
  log: Log
}

/**
 * Polls all running jobs, each at its own pace. A job whose polls fail is in doubt: it waits for its own back-off and shares the
 * `DoubtBudget` of its connection, so that it delays no other job.
 */
export class Poller {
  readonly #dependencies: Dependencies
  /** The clock of all times in this class, so that setting the system's clock back delays no poll. */
  readonly #clock: MonotonicClock
  readonly #queue: PollQueue
  readonly #watched = new Map<string, WatchedJob>()
  /** By connection, the jobs that are in doubt only since its last successful poll. */
  readonly #newlyDoubtful = new Map<string, Set<string>>()
  /** The number of jobs that are in doubt or unusually long. */
  #outOfOrder = 0
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#clock = dependencies.limits.clock
    this.#queue = new PollQueue({
      ...dependencies,
      poll: (id, key) => this.#poll(id, key).catch((error: unknown) => this.#onError(id, error)),
    })
  }

  /** Resumes polling the jobs of an earlier session. The polls of many jobs are spread as after sleep. */
  resume(jobs: readonly JobRecord[]): void {
    const inDoubt = jobs.filter((job) => earlierDoubtCount(job) > 0).length
    const areMany = this.#watched.size - this.#outOfOrder + jobs.length - inDoubt > MANY_OPEN
    const areManyInDoubt = this.#outOfOrder + inDoubt > MANY_OPEN
    if (areMany) this.#queue.beginRound()
    const typical = new Map<string, number | null>()
    for (const job of jobs) {
      const isSpread = areMany || (areManyInDoubt && earlierDoubtCount(job) > 0)
      this.#watch(job, {
        delay: isSpread ? this.#dependencies.random() * SPREAD_MS : 0,
        typical,
        isNew: false,
      })
    }
    this.#queue.schedule()
  }

  /** Sends the polls that waited for another request. Call it when that request has ended. */
  wake(): void {
    this.#queue.schedule()
  }

  /**
   * Immediately polls the jobs of a connection whose last poll failed, because the user asked or the network returned: those in doubt one
   * after another, within their budget. Null means all connections.
   */
  retryNow(connectionId: string | null = null): void {
    for (const [id, watched] of this.#watched)
      if (
        watched.failures > 0 &&
        !watched.isMissing &&
        (connectionId ?? watched.connectionId) === watched.connectionId
      ) {
        this.#queue.budget(watched.connectionId).allowRetry()
        this.#pollNow(id, watched)
      }
    this.#queue.schedule()
  }

  /** Immediately polls the jobs of a connection whose polls fail or that are missing, because its address or key changed. */
  accessChanged(connectionId: string): void {
    for (const [id, watched] of this.#watched)
      if (
        watched.connectionId === connectionId &&
        (watched.failures > 0 || watched.isMissing || this.#queue.isInFlight(id))
      ) {
        watched.retries = 1
        this.#pollNow(id, watched)
      }
    this.#queue.schedule()
  }

  /** Starts to poll a running job. `pollNow`: the first poll is sent immediately, because the user asked for it. */
  watch(job: JobRecord, pollNow = false): void {
    this.#watch(job, { delay: pollNow ? 0 : null, typical: new Map(), isNew: true })
    this.#queue.schedule()
  }

  /**
   * Adds a job to those that are polled. `delay`: the time before the first poll in ms; null for that of `pollDelay`.
   * `typical`: the usual durations that were already read, by model. `isNew`: as in `WatchedJob`.
   */
  #watch(
    job: JobRecord,
    { delay, typical, isNew }: { delay: number | null; typical: Map<string, number | null>; isNew: boolean },
  ): void {
    const { clock: wall } = this.#dependencies
    const now = this.#clock.now()
    const known = this.#watched.get(job.id)
    if (known) {
      // A job that was accepted before `resume` came to it is polled already.
      if (delay !== 0 || !isNew) return
      // The user asked for it. Even a job that counts as missing is polled now, and then as often as other jobs.
      this.#update(known, { doubtCount: 0 })
      Object.assign(known, { isMissing: false, notFound: null, failures: 0 } satisfies Partial<WatchedJob>)
      return this.#pollNow(job.id, known)
    }
    const acceptedAt = now - Math.max(0, wall.now() - (job.acceptedAt ?? wall.now()))
    const doubtCount = isNew ? 0 : earlierDoubtCount(job)
    const watched: WatchedJob = {
      acceptedAt,
      connectionId: job.connection.id,
      isInBatch: job.batch !== null,
      isNew,
      plannedAt: acceptedAt,
      polls: 0,
      failures: doubtCount > 0 && job.state !== 'vanished' ? 1 : 0,
      latest: null,
      previous: null,
      typicalMs: this.#typicalDuration(job, typical),
      runningAt: null,
      doubtCount: 0,
      isLong: false,
      retries: doubtCount > 1 ? 0 : 1,
      notFound: null,
      isMissing: job.state === 'vanished',
      isRequestedAgain: false,
    }
    // Added before its delay is computed, because `#delay` depends on the number of jobs.
    this.#watched.set(job.id, watched)
    this.#update(watched, { doubtCount })
    try {
      const due = now + (delay ?? this.#delay(watched))
      if (isNew) watched.plannedAt = due
      this.#queue.set(job.id, watched.connectionId, due, rankOf(watched))
    } catch (error) {
      this.#forget(job.id)
      throw error
    }
  }

  #pollNow(id: string, watched: WatchedJob): void {
    if (this.#queue.isInFlight(id)) watched.isRequestedAgain = true
    else this.#queue.set(id, watched.connectionId, this.#clock.now(), rankOf(watched))
  }

  #forget(id: string): void {
    const watched = this.#watched.get(id)
    if (watched) this.#update(watched, { doubtCount: 0, isLong: false })
    this.#watched.delete(id)
  }

  /** Updates whether a job is in doubt or unusually long. */
  #update(watched: WatchedJob, changes: Partial<Pick<WatchedJob, 'doubtCount' | 'isLong'>>): void {
    this.#outOfOrder -= Number(isOutOfOrder(watched))
    Object.assign(watched, changes)
    this.#outOfOrder += Number(isOutOfOrder(watched))
  }

  #typicalDuration(
    { connection, operation, model }: JobRecord,
    known: Map<string, number | null>,
  ): number | null {
    const name = JSON.stringify([connection.id, operation, model.slug])
    if (!known.has(name))
      known.set(name, median(this.#dependencies.store.recentDurations(connection.id, operation, model.slug)))
    return known.get(name) ?? null
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#queue.close()
  }

  #delay(watched: WatchedJob): number {
    const { limits, random } = this.#dependencies
    const now = this.#clock.now()
    const quota = limits.getDailyQuota(keyOf(watched.connectionId))?.limit ?? null
    const elapsedMs = now - watched.acceptedAt
    this.#update(watched, {
      isLong: elapsedMs > Math.max(MIN_LONG_MS, LONG_RATIO * (watched.typicalMs ?? 0)),
    })
    const isOneOfMany = watched.isInBatch || this.#watched.size - this.#outOfOrder > MANY_OPEN
    const pace = quota !== null && quota <= SMALL_QUOTA ? 'frugal' : isOneOfMany ? 'sparing' : 'frequent'
    const delay = watched.isMissing
      ? Math.min(MAX_MISSING_MS, FIRST_MISSING_MS * 2 ** watched.failures)
      : pollDelay({ ...watched, pace, elapsedMs }, random)
    return Math.max(delay, this.#queue.firstRoundUntil - now)
  }

  async #poll(id: string, key: RateLimitKey): Promise<void> {
    const { store, clock, limits } = this.#dependencies
    const watched = this.#watched.get(id)
    const job = store.find(id)
    if (!watched || !isPolled(job)) return this.#forget(id)
    const isInDoubt = watched.doubtCount > 0
    const isWithinBudget = isInDoubt && watched.retries === 0
    limits.recordSent(key)
    this.#countPoll(watched)
    let access: Access
    try {
      access = await this.#dependencies.service.access(job.connection.id)
    } catch (error) {
      limits.recordSettled(key)
      this.#dependencies.log.warn('No access for a poll', { job: id, error: String(error) })
      // The job shows why it is not polled, for example because the key was removed.
      if (error instanceof StudioError) store.update(id, 'running', { problem: error.problem })
      watched.failures++
      return this.#reschedule(id, watched)
    }
    // While the key was read, the service may have refused another poll.
    if (limits.getHeldUntil(key) !== null) {
      limits.recordSettled(key)
      return this.#reschedule(id, watched)
    }
    watched.polls++
    const sentAt = clock.now()
    const isLate = this.#clock.now() - watched.plannedAt > LATE_MS
    const exchange = await this.#dependencies.service.get(access, `request-status/${job.requestId}`)
    limits.recordOutcome(key, sentAt, exchange, judgePoll(exchange, isWithinBudget && !limits.isFailing(key)))
    // During the poll the user may have closed the job or entered another request id.
    const current = store.find(id)
    if (isPolled(current) && current.requestId === job.requestId) {
      const record = statusOfJob(job, exchange)
      if (record) this.#handleRecord(current, watched, record, isLate || isInDoubt)
      else this.#handleUnreadable(current, watched, exchange)
    }
    if (this.#watched.has(id)) this.#reschedule(id, watched)
  }

  #countPoll(watched: WatchedJob): void {
    const budget = this.#queue.budget(watched.connectionId)
    if (watched.doubtCount === 0) return budget.recordInOrder(this.#clock.now())
    if (watched.retries === 0) return budget.recordSent(this.#clock.now())
    watched.retries--
    budget.recordRetry()
  }

  /** After an unexpected error, such as a failed write, the job is polled again. */
  #onError(id: string, error: unknown): void {
    this.#dependencies.log.error('A poll failed unexpectedly', { job: id, error: String(error) })
    // The disk is the likely cause; its free space is otherwise checked only when a job is sent.
    this.#dependencies.admission.checkDisk()
    const watched = this.#watched.get(id)
    if (!watched) return
    watched.failures++
    this.#reschedule(id, watched)
  }

  #reschedule(id: string, watched: WatchedJob): void {
    if (this.#closed) return
    const delay = watched.isRequestedAgain ? 0 : Math.max(0, this.#delay(watched))
    watched.isRequestedAgain = false
    watched.plannedAt = this.#clock.now() + delay
    this.#queue.set(id, watched.connectionId, watched.plannedAt, rankOf(watched))
    this.#queue.schedule()
  }

  /** Handles a readable status. `isLate`: the poll was too late to tell when a job was done that it finds done. */
  #handleRecord(job: JobRecord, watched: WatchedJob, record: StatusRecord, isLate: boolean): void {
    const { store } = this.#dependencies
    const now = this.#clock.now()
    if (job.state === 'vanished') store.move(job.id, 'running', { problem: null, waitsUntil: null })
    else if (job.problem) store.update(job.id, 'running', { problem: null, waitsUntil: null })
    // A job that fails again and again between successes gets no retry outside of the budget.
    if (watched.doubtCount === 0) watched.retries = 1
    this.#update(watched, { doubtCount: 0 })
    Object.assign(watched, {
      failures: 0,
      notFound: null,
      isMissing: false,
    } satisfies Partial<WatchedJob>)
    this.#endOutage(watched.connectionId)
    const expectedAt = expectedEnd(watched)
    if (record.progress !== null && record.progress !== watched.latest?.progress) {
      watched.previous = watched.latest
      watched.latest = { at: now, progress: record.progress }
    }
    if (record.phase === 'running') {
      watched.runningAt = now
      return this.#dependencies.onProgress(job, record)
    }
    if (record.phase === 'done') {
      const doneAt = doneTime({ ...watched, expectedAt, foundAt: now }) - this.#clock.aheadMs()
      this.#dependencies.onDone(job, record, isLate ? null : doneAt)
    } else this.#dependencies.onFailed(job, record)
    // The job is removed after the write, because it must be polled again if the write fails, as on a full disk.
    this.#forget(job.id)
  }

  /** Records a successful poll. After an outage, each job that came into doubt since its beginning gets a poll outside of the budget. */
  #endOutage(connectionId: string): void {
    const budget = this.#queue.budget(connectionId)
    const now = this.#clock.now()
    const newlyDoubtful = this.#newlyDoubtful.get(connectionId) ?? new Set()
    const isOutageOver = now - budget.succeededAt >= OUTAGE_MS || newlyDoubtful.size >= MANY_DOUBTFUL
    budget.recordSuccess(now)
    for (const id of isOutageOver ? newlyDoubtful : []) {
      const watched = this.#watched.get(id)
      if (!watched || watched.doubtCount === 0 || watched.isMissing) continue
      watched.retries = 1
      this.#queue.setRank(id, connectionId, rankOf(watched))
    }
    this.#newlyDoubtful.delete(connectionId)
  }

  /** Handles a response without a readable status. The job shows the reason and is polled again later. */
  #handleUnreadable(job: JobRecord, watched: WatchedJob, exchange: Exchange): void {
    const { store } = this.#dependencies
    watched.failures++
    if (!concernsConnection(exchange)) this.#recordDoubt(job.id, watched)
    if (exchange.kind === 'fault' && exchange.cause === 'timeout') watched.retries = 0
    if (job.state === 'vanished') return
    if (this.#countNotFound(watched, exchange)) {
      this.#dependencies.onVanished(job, exchange)
      watched.isMissing = true
      watched.failures = 0
      return
    }
    const problem = problemFrom(exchange, 'none')
    if (exchange.kind === 'response' && exchange.status === 429) {
      const waitsUntil = this.#dependencies.limits.getHeldUntil(keyOf(job.connection.id))
      store.update(job.id, 'running', { problem, waitsUntil })
    } else if (watched.notFound) {
      store.update(job.id, 'running', { problem: { ...problem, code: serviceErrors.jobUnknown } })
    } else if (watched.failures > 1 || problem.code === serviceErrors.keyRefused) {
      store.update(job.id, 'running', { problem })
    }
  }

  #recordDoubt(id: string, watched: WatchedJob): void {
    const { connectionId } = watched
    // One that failed soon after its last doubt shows no outage.
    if (watched.doubtCount === 0 && watched.retries > 0) {
      const newlyDoubtful = this.#newlyDoubtful.get(connectionId) ?? new Set()
      this.#newlyDoubtful.set(connectionId, newlyDoubtful.add(id))
    }
    this.#update(watched, { doubtCount: watched.doubtCount + 1 })
  }

  /** Counts a 404 of the service about a job. Returns whether the job counts as missing now. */
  #countNotFound(watched: WatchedJob, exchange: Exchange): boolean {
    const now = this.#clock.now()
    const { since, polls } = watched.notFound ?? { since: now, polls: 0 }
    watched.notFound = isUnknownJob(exchange) ? { since, polls: polls + 1 } : null
    return watched.notFound !== null && polls + 1 >= MISSING_POLLS && now - since >= MISSING_MS
  }
}

const keyOf = (connectionId: string): RateLimitKey => ({ kind: 'poll', connectionId })
