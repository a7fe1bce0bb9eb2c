import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Access, Exchange } from '../service/Exchange.ts'
import { problemFrom } from '../service/problemFrom.ts'
import { readStatusRecord } from '../service/readStatusRecord.ts'
import { retryAfterMs } from '../service/retryAfterMs.ts'
import type { StatusRecord } from '../service/StatusRecord.ts'
import type { Clock, Log } from '../world.ts'
import { DueHeap } from './DueHeap.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import { Pace } from './Pace.ts'
import { pollDelay, type PollFacts } from './pollPlan.ts'
import { median } from './median.ts'

const IN_FLIGHT = 8
/** 404s in a row, and since how long, before a job counts as vanished. */
const LOST_POLLS = 5
const LOST_MS = 60_000
/** Later than this, the machine slept: what is due is spread instead of sent at once. */
const SLEPT_MS = 30_000
const SPREAD_MS = 30_000

interface Parts {
  store: JobStore
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  /** A readable answer about a job that still runs. */
  onProgress: (job: JobRecord, record: StatusRecord) => void
  onDone: (job: JobRecord, record: StatusRecord) => void
  onFailed: (job: JobRecord, record: StatusRecord) => void
  onVanished: (job: JobRecord, exchange: Exchange) => void
  clock: Clock
  random: () => number
  log: Log
}

interface Watched extends Omit<PollFacts, 'elapsed'> {
  acceptedAt: number
  /** Since when every poll said 404, and how many did. */
  lost: { since: number; polls: number } | null
}

/** One scheduler for all running jobs: one timer, few requests at once, each job at its own pace. */
export class Poller {
  readonly #parts: Parts
  readonly #due = new DueHeap()
  readonly #watched = new Map<string, Watched>()
  readonly #pace: Pace
  readonly #inFlight = new Set<Promise<void>>()
  #timer: { at: number; cancel: () => void } | null = null
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pace = new Pace(parts.clock)
  }

  /** Begins to poll a running job; `soon` for one that a person just asked about. */
  watch(job: JobRecord, soon = false): void {
    const { store, clock } = this.#parts
    if (this.#watched.has(job.id)) return
    const watched: Watched = {
      acceptedAt: job.acceptedAt ?? clock.now(),
      polls: 0,
      failures: 0,
      now: null,
      before: null,
      typical: median(store.recentDurations(job.connection.id, job.operation, job.model.slug)),
      lost: null,
    }
    this.#watched.set(job.id, watched)
    this.#due.set(job.id, clock.now() + (soon ? 0 : this.#delay(watched)))
    this.#arm()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await Promise.allSettled(this.#inFlight)
  }

  #delay(watched: Watched): number {
    const elapsed = this.#parts.clock.now() - watched.acceptedAt
    return pollDelay({ ...watched, elapsed }, this.#parts.random)
  }

  #arm(): void {
    const next = this.#due.next()
    if (this.#closed || next === null || this.#inFlight.size >= IN_FLIGHT) return
    if (this.#timer && this.#timer.at <= next) return
    this.#timer?.cancel()
    const wait = Math.max(0, next - this.#parts.clock.now())
    this.#timer = { at: next, cancel: this.#parts.clock.after(wait, () => this.#tick(next)) }
  }

  #tick(expected: number): void {
    this.#timer = null
    const now = this.#parts.clock.now()
    if (now - expected > SLEPT_MS) this.#spread(now)
    while (!this.#closed && this.#inFlight.size < IN_FLIGHT) {
      const id = this.#due.take(now)
      if (id === null) break
      const polling = this.#poll(id)
        .catch((error: unknown) => this.#parts.log.error('A poll broke', { job: id, error: String(error) }))
        .finally(() => {
          this.#inFlight.delete(polling)
          this.#arm()
        })
      this.#inFlight.add(polling)
    }
    this.#arm()
  }

  #spread(now: number): void {
    for (let id = this.#due.take(now); id !== null; id = this.#due.take(now)) {
      this.#due.set(id, now + 1 + this.#parts.random() * SPREAD_MS)
    }
  }

  async #poll(id: string): Promise<void> {
    const { store, clock } = this.#parts
    const watched = this.#watched.get(id)
    const job = store.find(id)
    if (!watched || !job || job.state !== 'running' || job.requestId === null) {
      this.#watched.delete(id)
      return
    }
    const held = this.#pace.heldUntil(job.connection.id)
    if (held !== null) return this.#again(id, held - clock.now() + this.#parts.random() * 1000)
    watched.polls++
    try {
      const access = await this.#parts.access(job.connection.id)
      this.#settle(job, watched, await this.#parts.get(access, `request-status/${job.requestId}`))
    } catch (error) {
      this.#parts.log.warn('No access for a poll', { job: id, error: String(error) })
      watched.failures++
    }
    if (this.#watched.has(id)) this.#again(id, this.#delay(watched))
  }

  #again(id: string, delay: number): void {
    if (this.#closed) return
    this.#due.set(id, this.#parts.clock.now() + Math.max(0, delay))
    this.#arm()
  }

  #settle(job: JobRecord, watched: Watched, exchange: Exchange): void {
    const { clock, store } = this.#parts
    const now = clock.now()
    const record =
      exchange.kind === 'answer' && exchange.status >= 200 && exchange.status < 300
        ? readStatusRecord(exchange.json)
        : null
    if (!record) return this.#unread(job, watched, exchange)
    this.#pace.release(job.connection.id)
    if (job.problem) store.note(job.id, 'running', { problem: null, waitsUntil: null })
    watched.failures = 0
    watched.lost = null
    if (record.progress !== null && record.progress !== watched.now?.progress) {
      watched.before = watched.now
      watched.now = { at: now, progress: record.progress }
    }
    if (record.phase !== 'running') this.#watched.delete(job.id)
    if (record.phase === 'done') this.#parts.onDone(job, record)
    else if (record.phase === 'failed') this.#parts.onFailed(job, record)
    else this.#parts.onProgress(job, record)
  }

  /** No readable answer: the job is never given up for that, it only waits longer, and says why. */
  #unread(job: JobRecord, watched: Watched, exchange: Exchange): void {
    const { clock, store } = this.#parts
    const now = clock.now()
    watched.failures++
    const status = exchange.kind === 'answer' ? exchange.status : null
    if (status === 404) {
      watched.lost = { since: watched.lost?.since ?? now, polls: (watched.lost?.polls ?? 0) + 1 }
      if (watched.lost.polls >= LOST_POLLS && now - watched.lost.since >= LOST_MS) {
        this.#watched.delete(job.id)
        this.#parts.onVanished(job, exchange)
        return
      }
    } else watched.lost = null
    const problem = problemFrom(exchange, 'none')
    if (status === 429) {
      const told = exchange.kind === 'answer' ? retryAfterMs(exchange.headers, now) : null
      const until = this.#pace.hold(job.connection.id, told)
      store.note(job.id, 'running', { problem, waitsUntil: until })
    } else if (watched.failures > 1 || problem.code === serviceErrors.keyRefused) {
      store.note(job.id, 'running', { problem })
    }
  }
}
