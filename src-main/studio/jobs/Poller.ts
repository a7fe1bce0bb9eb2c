import { serviceErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Access, Exchange } from '../service/Exchange.ts'
import { problemFrom } from '../service/problemFrom.ts'
import { readStatusRecord } from '../service/readStatusRecord.ts'
import type { StatusRecord } from '../service/StatusRecord.ts'
import type { Clock, Log } from '../world.ts'
import { doneTime } from './doneTime.ts'
import { DueHeap } from './DueHeap.ts'
import type { Gate } from './Gate.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import type { Lane, LimitBook } from './LimitBook.ts'
import { median } from './median.ts'
import type { SteadyClock } from './steadyClock.ts'
import { expectedEnd, pollDelay, type PollFacts } from './pollPlan.ts'

const IN_FLIGHT = 8
/** 404s in a row, and since how long, before a job counts as vanished. */
const LOST_POLLS = 5
const LOST_MS = 60_000
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
  limits: LimitBook
  gate: Pick<Gate, 'noRoom'>
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
  /** Since when every poll said 404, and how many did. */
  lost: { since: number; polls: number } | null
}

/** One scheduler for all running jobs: one timer, few requests at once, each job at its own pace. */
export class Poller {
  readonly #parts: Parts
  /** Of all times in here: a clock set back delays no poll. */
  readonly #clock: SteadyClock
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
    const isMany = jobs.length > MANY_OPEN
    if (isMany) this.#calmUntil = this.#clock.now() + CALM_MS
    for (const job of jobs) this.#watch(job, isMany ? this.#parts.random() * SPREAD_MS : 0)
    this.#arm()
  }

  /** Begins to poll a running job; `soon` for one that a person just asked about. */
  watch(job: JobRecord, soon = false): void {
    this.#watch(job, soon ? 0 : null)
    const heap = this.#heap(job.connection.id)
    // One being asked about right now is in no heap.
    if (soon && heap.has(job.id)) heap.set(job.id, this.#clock.now())
    this.#arm()
  }

  /** `delay`: before the first poll, ms; null: as its plan says. */
  #watch(job: JobRecord, delay: number | null): void {
    const { store, clock: wall } = this.#parts
    const clock = this.#clock
    if (this.#watched.has(job.id)) return
    const watched: Watched = {
      acceptedAt: clock.now() - Math.max(0, wall.now() - (job.acceptedAt ?? wall.now())),
      connectionId: job.connection.id,
      isOfBatch: job.batch !== null,
      polls: 0,
      failures: 0,
      now: null,
      before: null,
      typical: median(store.recentDurations(job.connection.id, job.operation, job.model.slug)),
      runningAt: null,
      lost: null,
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

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await Promise.allSettled(this.#inFlight)
  }

  #delay(watched: Watched): number {
    const { limits, random } = this.#parts
    const now = this.#clock.now()
    const quota = limits.dayLimit(laneOf(watched.connectionId))
    const isMany = watched.isOfBatch || this.#watched.size > MANY_OPEN
    const care = quota !== null && quota <= SMALL_QUOTA ? 'frugal' : isMany ? 'sparing' : 'close'
    const delay = pollDelay({ ...watched, care, elapsed: now - watched.acceptedAt }, random)
    return Math.max(delay, this.#calmUntil - now)
  }

  #heap(connectionId: string): DueHeap {
    let heap = this.#due.get(connectionId)
    if (!heap) this.#due.set(connectionId, (heap = new DueHeap()))
    return heap
  }

  /** When the next poll may go, and of which connection. */
  #next(): { at: number; heap: DueHeap; lane: Lane } | null {
    const { limits } = this.#parts
    let first: { at: number; heap: DueHeap; lane: Lane } | null = null
    for (const [connectionId, heap] of this.#due) {
      const due = heap.next()
      if (due === null) continue
      const lane = laneOf(connectionId)
      const wait = limits.wait(lane)
      const at = wait > 0 ? Math.max(due, Math.ceil(this.#clock.now() + wait)) : due
      if (!first || at < first.at) first = { at, heap, lane }
    }
    return first
  }

  #arm(): void {
    const next = this.#next()
    if (this.#closed || next === null || this.#inFlight.size >= IN_FLIGHT) return
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
      const polling = this.#poll(id, next.lane)
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

  async #poll(id: string, lane: Lane): Promise<void> {
    const { store, clock, limits } = this.#parts
    const watched = this.#watched.get(id)
    const job = store.find(id)
    if (!watched || !job || job.state !== 'running' || job.requestId === null) {
      this.#watched.delete(id)
      return
    }
    limits.take(lane)
    let access: Access
    try {
      access = await this.#parts.access(job.connection.id)
    } catch (error) {
      limits.dropped(lane)
      this.#parts.log.warn('No access for a poll', { job: id, error: String(error) })
      // Such as a key that was taken away: the job says why nothing is heard of it.
      if (error instanceof StudioError) store.note(id, 'running', { problem: error.problem })
      watched.failures++
      return this.#again(id, watched)
    }
    // Since it was taken a refusal may have named a moment.
    if (limits.heldUntil(lane) !== null) {
      limits.dropped(lane)
      return this.#again(id, watched)
    }
    watched.polls++
    const sentAt = clock.now()
    const exchange = await this.#parts.get(access, `request-status/${job.requestId}`)
    limits.note(lane, sentAt, exchange)
    this.#settle(job, watched, exchange)
    if (this.#watched.has(id)) this.#again(id, watched)
  }

  /** A break of our own, such as a row that could not be written: nothing is lost, the job is asked about again. */
  #broke(id: string, error: unknown): void {
    this.#parts.log.error('A poll broke', { job: id, error: String(error) })
    // A full disk is the likeliest cause, and with nothing to send nobody else would look.
    this.#parts.gate.noRoom()
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

  #settle(job: JobRecord, watched: Watched, exchange: Exchange): void {
    const { store } = this.#parts
    const now = this.#clock.now()
    const record =
      exchange.kind === 'answer' && exchange.status >= 200 && exchange.status < 300
        ? readStatusRecord(exchange.json)
        : null
    if (!record) return this.#unread(job, watched, exchange)
    if (job.problem) store.note(job.id, 'running', { problem: null, waitsUntil: null })
    watched.failures = 0
    watched.lost = null
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
    if (status === 404) {
      watched.lost = { since: watched.lost?.since ?? now, polls: (watched.lost?.polls ?? 0) + 1 }
      if (watched.lost.polls >= LOST_POLLS && now - watched.lost.since >= LOST_MS) {
        this.#parts.onVanished(job, exchange)
        this.#watched.delete(job.id)
        return
      }
    } else watched.lost = null
    const problem = problemFrom(exchange, 'none')
    if (status === 429) {
      const waitsUntil = this.#parts.limits.heldUntil(laneOf(job.connection.id))
      store.note(job.id, 'running', { problem, waitsUntil })
    } else if (watched.failures > 1 || problem.code === serviceErrors.keyRefused) {
      store.note(job.id, 'running', { problem })
    }
  }
}

const laneOf = (connectionId: string): Lane => ({ kind: 'poll', connectionId })
