import { serviceErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Access, Exchange } from '../service/Exchange.ts'
import { isRecord } from '../service/isRecord.ts'
import type { MonotonicClock } from '../service/monotonicClock.ts'
import { problemFrom } from '../service/problemFrom.ts'
import type { RateLimitKey, RateLimits } from '../service/RateLimits.ts'
import { readRequestId } from '../service/readRequestId.ts'
import { readStatusRecord } from '../service/readStatusRecord.ts'
import type { StatusRecord } from '../service/StatusRecord.ts'
import type { Clock, Log } from '../world.ts'
import { doneTime } from './doneTime.ts'
import { DueHeap } from './DueHeap.ts'
import type { AdmissionPolicy } from './AdmissionPolicy.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import { median } from './median.ts'
import { expectedEnd, pollDelay, type PollFacts } from './pollPlan.ts'

const IN_FLIGHT = 8
/** 404s in a row in the service's own form, and for how long, before a job counts as missing: less may be a deploy or an outage. */
const MISSING_POLLS = 5
const MISSING_MS = 3 * 3_600_000
/** A missing job is asked about after this, doubled each time. */
const FIRST_MISSING_MS = 3_600_000
const LONGEST_MISSING_MS = 24 * FIRST_MISSING_MS
/** Later than this, the machine slept: what is due is spread instead of sent at once. */
const SLEPT_MS = 30_000
const SPREAD_MS = 30_000
/** After a sleep each job is asked about once before any is asked about again. */
const CALM_MS = 60_000
/** A quota this small is kept for what matters. */
const SMALL_QUOTA = 2000
/** With more jobs open nobody watches each. */
const MANY_OPEN = 20

interface Parts {
  store: JobStore
  limits: RateLimits
  admission: Pick<AdmissionPolicy, 'noRoom'>
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  /** A readable answer about a job that still runs. */
  onProgress: (job: JobRecord, record: StatusRecord) => void
  /** `doneAt`: when it was done, as far as can be told. */
  onDone: (job: JobRecord, record: StatusRecord, doneAt: number) => void
  onFailed: (job: JobRecord, record: StatusRecord) => void
  onVanished: (job: JobRecord, exchange: Exchange) => void
  clock: Clock
  random: () => number
  log: Log
}

interface Watched extends Omit<PollFacts, 'elapsed' | 'care'> {
  acceptedAt: number
  connectionId: string
  /** Of a batch: nobody waits before the screen for this one. */
  isOfBatch: boolean
  /** When a poll last found it running. */
  runningAt: number | null
  /** Since when every poll said in the service's own form that it does not know the job, and how many did. */
  unknown: { since: number; polls: number } | null
  /** It counts as missing: it is asked about seldom, in case the service knows it again. */
  isMissing: boolean
}

/** One scheduler for all running jobs: one timer, few requests at once, each job at its own pace. */
export class Poller {
  readonly #parts: Parts
  /** Of all times in here: a clock set back delays no poll. */
  readonly #clock: MonotonicClock
  /** By connection, so that one that has to wait holds up no other, and costs nothing meanwhile. */
  readonly #due = new Map<string, DueHeap>()
  readonly #watched = new Map<string, Watched>()
  readonly #inFlight = new Set<Promise<void>>()
  #timer: { at: number; cancel: () => void } | null = null
  #calmUntil = 0
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#clock = parts.limits.clock
  }

  /** Takes up the jobs of an earlier run: few at once, many spread like after a sleep. */
  resume(jobs: readonly JobRecord[]): void {
    const isMany = this.#watched.size + jobs.length > MANY_OPEN
    if (isMany) this.#calmUntil = this.#clock.now() + CALM_MS
    const typical = new Map<string, number | null>()
    for (const job of jobs) this.#watch(job, isMany ? this.#parts.random() * SPREAD_MS : 0, typical)
    this.#arm()
  }

  /** To be called after another request under the same limit: while it was in flight, polls may have had to wait for it. */
  wake(): void {
    this.#arm()
  }

  /** The user asked, or the network returned: what waits for the service is asked for again now. */
  retryNow(connectionId: string | null = null): void {
    for (const [id, watched] of this.#watched)
      if (
        watched.failures > 0 &&
        !watched.isMissing &&
        (connectionId ?? watched.connectionId) === watched.connectionId
      )
        this.#heap(watched.connectionId).set(id, this.#clock.now())
    this.#arm()
  }

  /** Begins to poll a running job; `soon` for one that the user just asked about. */
  watch(job: JobRecord, soon = false): void {
    this.#watch(job, soon ? 0 : null)
    const heap = this.#heap(job.connection.id)
    // One being asked about right now is in no heap.
    if (soon && heap.has(job.id)) heap.set(job.id, this.#clock.now())
    this.#arm()
  }

  /** `delay`: before the first poll, ms; null: as its plan says. `typical`: lengths that are known, where many begin at once. */
  #watch(job: JobRecord, delay: number | null, typical = new Map<string, number | null>()): void {
    const { clock: wall } = this.#parts
    const clock = this.#clock
    const known = this.#watched.get(job.id)
    if (known) {
      if (delay !== 0) return
      // Such as a missing job, asked about by the user: at once, and as often as any other.
      Object.assign(known, { isMissing: false, unknown: null, failures: 0 })
      return this.#heap(known.connectionId).set(job.id, clock.now())
    }
    const watched: Watched = {
      acceptedAt: clock.now() - Math.max(0, wall.now() - (job.acceptedAt ?? wall.now())),
      connectionId: job.connection.id,
      isOfBatch: job.batch !== null,
      polls: 0,
      failures: 0,
      now: null,
      before: null,
      typical: this.#typical(job, typical),
      runningAt: null,
      unknown: null,
      isMissing: job.state === 'vanished',
    }
    // Before its time is reckoned: it counts among those the polls are shared by.
    this.#watched.set(job.id, watched)
    try {
      this.#heap(watched.connectionId).set(job.id, clock.now() + (delay ?? this.#delay(watched)))
    } catch (error) {
      this.#watched.delete(job.id)
      throw error
    }
  }

  #typical({ connection, operation, model }: JobRecord, known: Map<string, number | null>): number | null {
    const name = JSON.stringify([connection.id, operation, model.slug])
    if (!known.has(name))
      known.set(name, median(this.#parts.store.recentDurations(connection.id, operation, model.slug)))
    return known.get(name) ?? null
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await Promise.allSettled(this.#inFlight)
  }

  #delay(watched: Watched): number {
    const { limits, random } = this.#parts
    const now = this.#clock.now()
    const quota = limits.quota(keyOf(watched.connectionId))?.limit ?? null
    const isMany = watched.isOfBatch || this.#watched.size > MANY_OPEN
    const care = quota !== null && quota <= SMALL_QUOTA ? 'frugal' : isMany ? 'sparing' : 'close'
    const delay = watched.isMissing
      ? Math.min(LONGEST_MISSING_MS, FIRST_MISSING_MS * 2 ** Math.max(0, watched.failures - 1))
      : pollDelay({ ...watched, care, elapsed: now - watched.acceptedAt }, random)
    return Math.max(delay, this.#calmUntil - now)
  }

  #heap(connectionId: string): DueHeap {
    let heap = this.#due.get(connectionId)
    if (!heap) this.#due.set(connectionId, (heap = new DueHeap()))
    return heap
  }

  /** When the next poll may go, and of which connection. */
  #next(): { at: number; heap: DueHeap; key: RateLimitKey } | null {
    const { limits } = this.#parts
    let first: { at: number; heap: DueHeap; key: RateLimitKey } | null = null
    for (const [connectionId, heap] of this.#due) {
      const due = heap.next()
      if (due === null) continue
      const key = keyOf(connectionId)
      const wait = limits.wait(key)
      const at = wait > 0 ? Math.max(due, Math.ceil(this.#clock.now() + wait)) : due
      if (!first || at < first.at) first = { at, heap, key }
    }
    return first
  }

  #arm(): void {
    const next = this.#next()
    if (this.#closed || next === null || !Number.isFinite(next.at) || this.#inFlight.size >= IN_FLIGHT) return
    if (this.#timer && this.#timer.at <= next.at) return
    this.#timer?.cancel()
    const wait = Math.max(0, next.at - this.#clock.now())
    this.#timer = { at: next.at, cancel: this.#clock.after(wait, () => this.#tick(next.at)) }
  }

  #tick(expected: number): void {
    this.#timer = null
    const now = this.#clock.now()
    if (now - expected > SLEPT_MS) this.#spread(now)
    while (!this.#closed && this.#inFlight.size < IN_FLIGHT) {
      const next = this.#next()
      if (next === null || next.at > now) break
      const id = next.heap.take(now)
      if (id === null) break
      const polling = this.#poll(id, next.key)
        .catch((error: unknown) => this.#broke(id, error))
        .finally(() => {
          this.#inFlight.delete(polling)
          this.#arm()
        })
      this.#inFlight.add(polling)
    }
    this.#arm()
  }

  #spread(now: number): void {
    this.#calmUntil = now + CALM_MS
    for (const heap of this.#due.values())
      for (let id = heap.take(now); id !== null; id = heap.take(now))
        heap.set(id, now + 1 + this.#parts.random() * SPREAD_MS)
  }

  async #poll(id: string, key: RateLimitKey): Promise<void> {
    const { store, clock, limits } = this.#parts
    const watched = this.#watched.get(id)
    const job = store.find(id)
    if (!watched || !job || !['running', 'vanished'].includes(job.state) || job.requestId === null) {
      this.#watched.delete(id)
      return
    }
    limits.take(key)
    let access: Access
    try {
      access = await this.#parts.access(job.connection.id)
    } catch (error) {
      limits.settled(key)
      this.#parts.log.warn('No access for a poll', { job: id, error: String(error) })
      // Such as a key that was taken away: the job says why nothing is heard of it.
      if (error instanceof StudioError) store.note(id, 'running', { problem: error.problem })
      watched.failures++
      return this.#again(id, watched)
    }
    // Since it was taken a refusal may have named a moment.
    if (limits.heldUntil(key) !== null) {
      limits.settled(key)
      return this.#again(id, watched)
    }
    watched.polls++
    const sentAt = clock.now()
    const exchange = await this.#parts.get(access, `request-status/${job.requestId}`)
    const record = recordOf(job, exchange)
    limits.note(key, sentAt, exchange, record !== null)
    this.#settle(job, watched, exchange, record)
    if (this.#watched.has(id)) this.#again(id, watched)
  }

  /** A break of our own, such as a row that could not be written: nothing is lost, the job is asked about again. */
  #broke(id: string, error: unknown): void {
    this.#parts.log.error('A poll broke', { job: id, error: String(error) })
    // A full disk is the likeliest cause, and with nothing to send nobody else would look.
    this.#parts.admission.noRoom()
    const watched = this.#watched.get(id)
    if (!watched) return
    watched.failures++
    this.#again(id, watched)
  }

  #again(id: string, watched: Watched): void {
    if (this.#closed) return
    this.#heap(watched.connectionId).set(id, this.#clock.now() + Math.max(0, this.#delay(watched)))
    this.#arm()
  }

  #settle(job: JobRecord, watched: Watched, exchange: Exchange, record: StatusRecord | null): void {
    const { store } = this.#parts
    const now = this.#clock.now()
    if (!record) return this.#unread(job, watched, exchange)
    if (job.state === 'vanished') store.move(job.id, 'running', { problem: null, waitsUntil: null })
    else if (job.problem) store.note(job.id, 'running', { problem: null, waitsUntil: null })
    watched.failures = 0
    watched.unknown = null
    watched.isMissing = false
    const expectedAt = expectedEnd(watched)
    if (record.progress !== null && record.progress !== watched.now?.progress) {
      watched.before = watched.now
      watched.now = { at: now, progress: record.progress }
    }
    if (record.phase === 'running') return this.#parts.onProgress(job, record)
    if (record.phase === 'done')
      this.#parts.onDone(
        job,
        record,
        doneTime({ ...watched, expectedAt, foundAt: now }) - this.#clock.ahead(),
      )
    else this.#parts.onFailed(job, record)
    // Only once it is written: what can't be, as on a full disk, is asked for again.
    this.#watched.delete(job.id)
  }

  /** No readable answer: the job is never given up for that, it only waits longer, and says why. */
  #unread(job: JobRecord, watched: Watched, exchange: Exchange): void {
    const { store } = this.#parts
    const now = this.#clock.now()
    watched.failures++
    const status = exchange.kind === 'answer' ? exchange.status : null
    if (job.state === 'vanished') return
    if (isUnknownJob(exchange))
      watched.unknown = { since: watched.unknown?.since ?? now, polls: (watched.unknown?.polls ?? 0) + 1 }
    else watched.unknown = null
    const { since, polls } = watched.unknown ?? { since: now, polls: 0 }
    if (polls >= MISSING_POLLS && now - since >= MISSING_MS) {
      this.#parts.onVanished(job, exchange)
      watched.isMissing = true
      watched.failures = 0
      return
    }
    const problem = problemFrom(exchange, 'none')
    if (status === 429) {
      const waitsUntil = this.#parts.limits.heldUntil(keyOf(job.connection.id))
      store.note(job.id, 'running', { problem, waitsUntil })
    } else if (watched.failures > 1 || problem.code === serviceErrors.keyRefused) {
      store.note(job.id, 'running', { problem })
    }
  }
}

const keyOf = (connectionId: string): RateLimitKey => ({ kind: 'poll', connectionId })

/** What the service says of this job; null where the response says nothing readable, or names another job. */
const recordOf = ({ requestId }: JobRecord, exchange: Exchange): StatusRecord | null => {
  if (exchange.kind !== 'answer' || exchange.status < 200 || exchange.status >= 300) return null
  const named = readRequestId(exchange.json)
  if (named !== null && named.toLowerCase() !== requestId?.toLowerCase()) return null
  return readStatusRecord(exchange.json)
}

/** A 404 as the service itself words it; a gateway's page says nothing about the job. */
const isUnknownJob = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && exchange.status === 404 && isRecord(exchange.json)
