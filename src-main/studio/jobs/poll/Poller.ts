import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Access, Exchange } from '../../service/http/Exchange.ts'
import { isRecord } from '../../service/http/json.ts'
import type { MonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { problemFrom } from '../../service/responses/problemFrom.ts'
import type { RateLimitKey, RateLimits } from '../../service/rate-limits/RateLimits.ts'
import {
  readRequestId,
  readStatusRecord,
  type StatusRecord,
} from '../../service/responses/readStatusRecord.ts'
import type { Clock, Log } from '../../world.ts'
import { doneTime, median, expectedEnd, pollDelay, type PollFacts } from './pollPlan.ts'
import { DueHeap } from './DueHeap.ts'
import type { AdmissionPolicy, JobService } from '../engineInterfaces.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'

/** Maximum number of concurrent polls. */
const MAX_IN_FLIGHT = 8
/**
 * A job counts as missing after at least this many 404s of the service in a row, over at least this time. Fewer may come from a
 * deployment or an outage.
 */
const MISSING_POLLS = 5
const MISSING_MS = 3 * 3_600_000
/** The first and the longest pause between the polls of a missing job. The pause doubles each time. */
const FIRST_MISSING_MS = 3_600_000
const MAX_MISSING_MS = 24 * FIRST_MISSING_MS
/** A timer that is late by more than this shows that the machine slept. */
const SLEPT_MS = 30_000
/** After sleep, and at the start, the polls of many jobs are spread over this time instead of sent at once. */
const SPREAD_MS = 30_000
/** For this time after sleep no job is polled twice, so that every job is polled once first. */
const FIRST_ROUND_MS = 60_000
/** With a daily quota of at most this many polls, jobs are polled as seldom as possible. */
const SMALL_QUOTA = 2000
/** With more running jobs than this, each is polled less often. */
const MANY_OPEN = 20

interface Dependencies {
  store: JobStore
  limits: RateLimits
  admission: Pick<AdmissionPolicy, 'checkDisk'>
  service: Pick<JobService, 'access' | 'get'>
  /** Called with a readable response about a job that is still running. */
  onProgress: (job: JobRecord, record: StatusRecord) => void
  /** `doneAt`: the estimated time of the end (ms since the epoch). */
  onDone: (job: JobRecord, record: StatusRecord, doneAt: number) => void
  onFailed: (job: JobRecord, record: StatusRecord) => void
  onVanished: (job: JobRecord, exchange: Exchange) => void
  clock: Clock
  random: () => number
  log: Log
}

/** A job that is polled. Times are those of the monotonic clock. */
interface WatchedJob extends Omit<PollFacts, 'elapsedMs' | 'pace'> {
  acceptedAt: number
  connectionId: string
  /** Whether it belongs to a batch, so that the user does not wait for this one job. */
  isInBatch: boolean
  /** When a poll last found it running; null if none did. */
  runningAt: number | null
  /** When the series of the service's own 404s about this job began, and how many there were. */
  notFound: { since: number; polls: number } | null
  /** Whether it counts as missing. It is then polled seldom, in case the service knows it again. */
  isMissing: boolean
  /** Whether it is polled again at once after the poll in flight, which may have begun before the reason for another one. */
  isRequestedAgain: boolean
}

/** Polls all running jobs with one timer and few concurrent requests, each job at its own pace. */
export class Poller {
  readonly #dependencies: Dependencies
  /** The clock of all times in this class, so that setting the system's clock back delays no poll. */
  readonly #clock: MonotonicClock
  /** When each job is polled next, by connection, because a connection that must wait does not delay others. */
  readonly #due = new Map<string, DueHeap>()
  readonly #watched = new Map<string, WatchedJob>()
  /** The polls in flight, by job id. Their jobs are in no heap. */
  readonly #inFlight = new Map<string, Promise<void>>()
  #timer: { at: number; cancel: () => void } | null = null
  #firstRoundUntil = 0
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#clock = dependencies.limits.clock
  }

  /** Resumes polling the jobs of an earlier session. The polls of many jobs are spread as after sleep. */
  resume(jobs: readonly JobRecord[]): void {
    const isMany = this.#watched.size + jobs.length > MANY_OPEN
    if (isMany) this.#firstRoundUntil = this.#clock.now() + FIRST_ROUND_MS
    const typical = new Map<string, number | null>()
    for (const job of jobs) this.#watch(job, isMany ? this.#dependencies.random() * SPREAD_MS : 0, typical)
    this.#schedule()
  }

  /** Sends the polls that waited for another request under the same rate limit. Call it when that request has ended. */
  wake(): void {
    this.#schedule()
  }

  /**
   * Immediately polls the jobs of a connection whose last poll failed, because the user asked or the network returned.
   * Null means all connections.
   */
  retryNow(connectionId: string | null = null): void {
    for (const [id, watched] of this.#watched)
      if (
        watched.failures > 0 &&
        !watched.isMissing &&
        (connectionId ?? watched.connectionId) === watched.connectionId
      )
        this.#pollNow(id, watched)
    this.#schedule()
  }

  /** Immediately polls the jobs of a connection whose polls fail or that are missing, because its address or key changed. */
  accessChanged(connectionId: string): void {
    for (const [id, watched] of this.#watched)
      if (
        watched.connectionId === connectionId &&
        (watched.failures > 0 || watched.isMissing || this.#inFlight.has(id))
      )
        this.#pollNow(id, watched)
    this.#schedule()
  }

  /** Starts to poll a running job. `pollNow`: the first poll is sent immediately, because the user asked for it. */
  watch(job: JobRecord, pollNow = false): void {
    this.#watch(job, pollNow ? 0 : null)
    this.#schedule()
  }

  /**
   * Adds a job to those that are polled. `delay`: the time before the first poll in ms; null for that of `pollDelay`.
   * `typical`: the usual durations that were already read, by model.
   */
  #watch(job: JobRecord, delay: number | null, typical = new Map<string, number | null>()): void {
    const { clock: wall } = this.#dependencies
    const clock = this.#clock
    const known = this.#watched.get(job.id)
    if (known) {
      if (delay !== 0) return
      // The user asked for it. Even a job that counts as missing is polled now, and then as often as other jobs.
      Object.assign(known, { isMissing: false, notFound: null, failures: 0 } satisfies Partial<WatchedJob>)
      return this.#pollNow(job.id, known)
    }
    const watched: WatchedJob = {
      acceptedAt: clock.now() - Math.max(0, wall.now() - (job.acceptedAt ?? wall.now())),
      connectionId: job.connection.id,
      isInBatch: job.batch !== null,
      polls: 0,
      failures: 0,
      latest: null,
      previous: null,
      typicalMs: this.#typicalDuration(job, typical),
      runningAt: null,
      notFound: null,
      isMissing: job.state === 'vanished',
      isRequestedAgain: false,
    }
    // Added before its delay is computed, because `#delay` depends on the number of jobs.
    this.#watched.set(job.id, watched)
    try {
      this.#heap(watched.connectionId).set(job.id, clock.now() + (delay ?? this.#delay(watched)))
    } catch (error) {
      this.#watched.delete(job.id)
      throw error
    }
  }

  #pollNow(id: string, watched: WatchedJob): void {
    if (this.#inFlight.has(id)) watched.isRequestedAgain = true
    else this.#heap(watched.connectionId).set(id, this.#clock.now())
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
    this.#timer?.cancel()
    await Promise.allSettled(this.#inFlight.values())
  }

  #delay(watched: WatchedJob): number {
    const { limits, random } = this.#dependencies
    const now = this.#clock.now()
    const quota = limits.getDailyQuota(keyOf(watched.connectionId))?.limit ?? null
    const isOneOfMany = watched.isInBatch || this.#watched.size > MANY_OPEN
    const pace = quota !== null && quota <= SMALL_QUOTA ? 'frugal' : isOneOfMany ? 'sparing' : 'frequent'
    const delay = watched.isMissing
      ? Math.min(MAX_MISSING_MS, FIRST_MISSING_MS * 2 ** watched.failures)
      : pollDelay({ ...watched, pace, elapsedMs: now - watched.acceptedAt }, random)
    return Math.max(delay, this.#firstRoundUntil - now)
  }

  #heap(connectionId: string): DueHeap {
    let heap = this.#due.get(connectionId)
    if (!heap) this.#due.set(connectionId, (heap = new DueHeap()))
    return heap
  }

  /** When the next poll may be sent, and on which connection; null if no job is waiting for a poll. */
  #next(): { at: number; heap: DueHeap; key: RateLimitKey } | null {
    const { limits } = this.#dependencies
    let first: { at: number; heap: DueHeap; key: RateLimitKey } | null = null
    for (const [connectionId, heap] of this.#due) {
      const due = heap.nextDue()
      if (due === null) continue
      const key = keyOf(connectionId)
      const wait = limits.getWait(key)
      const at = wait > 0 ? Math.max(due, Math.ceil(this.#clock.now() + wait)) : due
      if (!first || at < first.at) first = { at, heap, key }
    }
    return first
  }

  #schedule(): void {
    const next = this.#next()
    if (this.#closed || next === null || !Number.isFinite(next.at) || this.#inFlight.size >= MAX_IN_FLIGHT)
      return
    if (this.#timer && this.#timer.at <= next.at) return
    this.#timer?.cancel()
    const wait = Math.max(0, next.at - this.#clock.now())
    this.#timer = { at: next.at, cancel: this.#clock.after(wait, () => this.#tick(next.at)) }
  }

  #tick(expected: number): void {
    this.#timer = null
    const now = this.#clock.now()
    if (now - expected > SLEPT_MS) this.#spread(now)
    while (!this.#closed && this.#inFlight.size < MAX_IN_FLIGHT) {
      const next = this.#next()
      if (next === null || next.at > now) break
      const id = next.heap.popDue(now)
      if (id === null) break
      const polling = this.#poll(id, next.key)
        .catch((error: unknown) => this.#onError(id, error))
        .finally(() => {
          this.#inFlight.delete(id)
          this.#schedule()
        })
      this.#inFlight.set(id, polling)
    }
    this.#schedule()
  }

  #spread(now: number): void {
    this.#firstRoundUntil = now + FIRST_ROUND_MS
    for (const heap of this.#due.values())
      for (let id = heap.popDue(now); id !== null; id = heap.popDue(now))
        heap.set(id, now + 1 + this.#dependencies.random() * SPREAD_MS)
  }

  async #poll(id: string, key: RateLimitKey): Promise<void> {
    const { store, clock, limits } = this.#dependencies
    const watched = this.#watched.get(id)
    const job = store.find(id)
    if (!watched || !isPolled(job)) {
      this.#watched.delete(id)
      return
    }
    limits.recordSent(key)
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
    const exchange = await this.#dependencies.service.get(access, `request-status/${job.requestId}`)
    const record = statusOfJob(job, exchange)
    limits.recordOutcome(key, sentAt, exchange, record !== null)
    // During the poll the user may have closed the job or entered another request id.
    const current = store.find(id)
    if (isPolled(current) && current.requestId === job.requestId)
      this.#handleResponse(current, watched, exchange, record)
    if (this.#watched.has(id)) this.#reschedule(id, watched)
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
    this.#heap(watched.connectionId).set(id, this.#clock.now() + delay)
    this.#schedule()
  }

  #handleResponse(
    job: JobRecord,
    watched: WatchedJob,
    exchange: Exchange,
    record: StatusRecord | null,
  ): void {
    const { store } = this.#dependencies
    const now = this.#clock.now()
    if (!record) return this.#handleUnreadable(job, watched, exchange)
    if (job.state === 'vanished') store.move(job.id, 'running', { problem: null, waitsUntil: null })
    else if (job.problem) store.update(job.id, 'running', { problem: null, waitsUntil: null })
    watched.failures = 0
    watched.notFound = null
    watched.isMissing = false
    const expectedAt = expectedEnd(watched)
    if (record.progress !== null && record.progress !== watched.latest?.progress) {
      watched.previous = watched.latest
      watched.latest = { at: now, progress: record.progress }
    }
    if (record.phase === 'running') {
      watched.runningAt = now
      return this.#dependencies.onProgress(job, record)
    }
    if (record.phase === 'done')
      this.#dependencies.onDone(
        job,
        record,
        doneTime({ ...watched, expectedAt, foundAt: now }) - this.#clock.aheadMs(),
      )
    else this.#dependencies.onFailed(job, record)
    // The job is removed after the write, because it must be polled again if the write fails, as on a full disk.
    this.#watched.delete(job.id)
  }

  /** Handles a response without a readable status. The job shows the reason and is polled again later. */
  #handleUnreadable(job: JobRecord, watched: WatchedJob, exchange: Exchange): void {
    const { store } = this.#dependencies
    const now = this.#clock.now()
    watched.failures++
    const status = exchange.kind === 'response' ? exchange.status : null
    if (job.state === 'vanished') return
    if (isUnknownJob(exchange))
      watched.notFound = { since: watched.notFound?.since ?? now, polls: (watched.notFound?.polls ?? 0) + 1 }
    else watched.notFound = null
    const { since, polls } = watched.notFound ?? { since: now, polls: 0 }
    if (polls >= MISSING_POLLS && now - since >= MISSING_MS) {
      this.#dependencies.onVanished(job, exchange)
      watched.isMissing = true
      watched.failures = 0
      return
    }
    const problem = problemFrom(exchange, 'none')
    if (status === 429) {
      const waitsUntil = this.#dependencies.limits.getHeldUntil(keyOf(job.connection.id))
      store.update(job.id, 'running', { problem, waitsUntil })
    } else if (watched.failures > 1 || problem.code === serviceErrors.keyRefused) {
      store.update(job.id, 'running', { problem })
    }
  }
}

const isPolled = (job: JobRecord | null): job is JobRecord =>
  job !== null && (job.state === 'running' || job.state === 'vanished') && job.requestId !== null

const keyOf = (connectionId: string): RateLimitKey => ({ kind: 'poll', connectionId })

/** The status of a job in a response; null if the response is unreadable or about another job. */
export const statusOfJob = ({ requestId }: JobRecord, exchange: Exchange): StatusRecord | null => {
  if (exchange.kind !== 'response' || exchange.status < 200 || exchange.status >= 300) return null
  const responseId = readRequestId(exchange.json)
  if (responseId !== null && responseId.toLowerCase() !== requestId?.toLowerCase()) return null
  return readStatusRecord(exchange.json)
}

/** Whether a response is a 404 in the service's own format. The 404 page of a gateway says nothing about the job. */
export const isUnknownJob = (exchange: Exchange): boolean =>
  exchange.kind === 'response' && exchange.status === 404 && isRecord(exchange.json)
