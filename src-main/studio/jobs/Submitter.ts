import { borderErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Access, Exchange, WireRequest } from '../service/Exchange.ts'
import { plainWords } from '../service/plainWords.ts'
import { problemFrom } from '../service/problemFrom.ts'
import { readRequestId } from '../service/readRequestId.ts'
import type { Clock, Log } from '../world.ts'
import type { Gate } from './Gate.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import type { LedgerEntry } from './LedgerEntry.ts'
import { Doubts } from './Doubts.ts'
import { Holds } from './Holds.ts'
import { Insistence } from './Insistence.ts'
import { laneOf } from './laneOf.ts'
import type { Lane, LimitBook } from './LimitBook.ts'
import { missingFile } from './missingFile.ts'
import type { SteadyClock } from './steadyClock.ts'
import { sendLane } from './sendLane.ts'
import { submitOutcome, type SubmitOutcome } from './submitOutcome.ts'
import { SubmitRows } from './SubmitRows.ts'

/** Few at once: it bounds how many answers one crash can lose. */
const IN_FLIGHT = 8
const ACCESS_RETRY_MS = 15_000
/** What a budget stopped is asked about again this often: a new day may have begun. */
const STOPPED_MS = 60_000
/** A queue that can't be read is looked at again this much later. */
const SICK_RETRY_MS = 15_000

interface Parts {
  store: JobStore
  access: (connectionId: string) => Promise<Access>
  post: (access: Access, request: WireRequest) => Promise<Exchange>
  limits: LimitBook
  gate: Gate
  /** Called once a job runs, so that it is polled. */
  onRunning: (id: string) => void
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
  transaction: <T>(work: () => T) => T
  clock: Clock
  log: Log
}

/** An answer that was not understood may name the job all the same: the person gets to see it. */
const unreadWords = (exchange: Exchange, to: SubmitOutcome['to']): Pick<Problem, 'serviceWords'> => {
  const isUnread = to === 'uncertain' && exchange.kind === 'answer' && exchange.status < 500
  const words = isUnread ? plainWords(exchange.text) : null
  return words === null ? {} : { serviceWords: words }
}

/** The only door through which a job is sent: one POST per decision of the person, after the intent is on disk. */
export class Submitter {
  readonly #parts: Parts
  /** Holds connections that can't be reached, or whose key can't be had. */
  readonly #unreachable: Holds
  readonly #clock: SteadyClock
  #ahead = 0
  /** Connections, and collections by their scope, of which nothing is sent, until when and why. */
  readonly #stopped = new Map<string, { until: number; why: 'budget' | 'disk'; problem: Problem | null }>()
  readonly #doubts: Doubts
  readonly #rows: SubmitRows
  readonly #inFlight = new Map<string, { lane: string; done: Promise<void> }>()
  /** Answers in hand: they may name what was paid for. */
  readonly #answers: Insistence
  #cancelTimer: (() => void) | null = null
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#unreachable = new Holds(parts.clock)
    this.#answers = new Insistence(parts)
    this.#doubts = new Doubts(parts)
    this.#rows = new SubmitRows(parts)
    this.#clock = parts.limits.clock
  }

  /** What stands in the way of jobs of a connection and a collection; null: nothing but the service. */
  standing(
    connectionId: string,
    collection: string | null,
  ): { why: 'budget' | 'disk'; problem: Problem | null } | null {
    return this.#stopped.get(connectionId) ?? this.#stopped.get(`collection:${collection ?? ''}`) ?? null
  }

  /** A budget or the like changed: what it stopped is asked about again. */
  reconsider(): void {
    this.#stopped.clear()
    this.kick()
  }

  /** Somebody pressed or resumed something: where answers get lost, one more is tried at once. */
  wish(): void {
    this.#doubts.allowOne()
    this.kick()
  }

  /** Whether a job is in hand in this run. */
  has(id: string): boolean {
    return this.#inFlight.has(id)
  }

  /** Sends whatever may be sent now, and comes back by itself when something stops waiting. Never throws: who presses was heard. */
  kick(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    try {
      this.#sendAll()
    } catch (error) {
      this.#parts.log.error('The queue could not be looked at', { error: String(error) })
      if (!this.#closed) this.#cancelTimer = this.#clock.after(SICK_RETRY_MS, () => this.kick())
    }
  }

  #sendAll(): void {
    this.#followClock()
    const { store, clock, gate } = this.#parts
    while (!this.#closed && !gate.isPaused() && this.#inFlight.size < IN_FLIGHT) {
      const { lanes, next } = this.#waiting()
      const job = store.nextQueued(clock.now(), lanes, [...this.#inFlight.keys()])
      if (!job) return this.#comeBack(next)
      if (!this.#admit(job)) continue
      const lane = sendLane(job)
      this.#parts.limits.take(lane)
      const done = this.#send(job, lane)
        .catch((error: unknown) => this.#broke(job, lane, error))
        .finally(() => {
          this.#inFlight.delete(job.id)
          this.kick()
        })
      this.#inFlight.set(job.id, { lane: this.#laneIn(lane), done })
    }
  }

  /** What waits until some time moves along with a clock that was set back. */
  #followClock(): void {
    const by = this.#clock.ahead() - this.#ahead
    if (by === 0 || !this.#parts.store.shiftWaits(-by)) return
    this.#ahead += by
    this.#unreachable.shift(-by)
    this.#doubts.shift(-by)
    for (const stopped of this.#stopped.values()) stopped.until -= by
  }

  #admit(job: JobRecord): boolean {
    const { store, clock, gate } = this.#parts
    const verdict = gate.admit(job)
    if (verdict === 'batch') return false
    const scope = `collection:${job.collection ?? ''}`
    if (verdict === 'send') {
      for (const free of [scope, job.connection.id]) this.#stopped.delete(free)
      return true
    }
    const stopped = verdict.params?.['scope'] === scope ? scope : job.connection.id
    this.#stopped.set(stopped, { until: clock.now() + STOPPED_MS, why: 'budget', problem: verdict })
    store.note(job.id, 'queued', { problem: verdict })
    return false
  }

  /** Lanes and connections that wait now, and when the first of them stops waiting. */
  #waiting(): { lanes: string[]; next: number | null } {
    const { store, clock, limits } = this.#parts
    const now = clock.now()
    const ends: { lane: string; at: number }[] = []
    for (const [lane, { until }] of this.#stopped) if (until > now) ends.push({ lane, at: until })
    ends.push(...this.#doubts.held())
    for (const lane of this.#unreachable.held())
      ends.push({ lane, at: this.#unreachable.heldUntil(lane) ?? now })
    for (const { connection, operation } of store.lanes()) {
      const wait = limits.wait({ kind: 'send', connectionId: connection, operation })
      if (wait > 0) ends.push({ lane: laneOf(connection, operation), at: now + wait })
    }
    const next = ends.length > 0 ? Math.min(...ends.map(({ at }) => at)) : null
    const doubted = [...this.#inFlight.values()]
      .map(({ lane }) => lane)
      .filter((lane) => this.#doubts.has(lane))
    return { lanes: [...ends.map(({ lane }) => lane), ...doubted], next }
  }

  /** Takes no further job and waits for the answers under way: cutting them off would make them uncertain. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    this.#answers.close()
    await Promise.allSettled([...this.#inFlight.values()].map(({ done }) => done))
  }

  /** A break of our own: what was not sent waits before it is tried again, what may have been sent is uncertain. */
  #broke(job: JobRecord, lane: Lane, error: unknown): void {
    const { store, clock, log, limits } = this.#parts
    log.error('A submit broke', { job: job.id, error: String(error) })
    limits.dropped(lane)
    const problem: Problem = { code: borderErrors.internal, money: 'not_charged' }
    const waitsUntil = clock.now() + ACCESS_RETRY_MS
    try {
      if (store.note(job.id, 'queued', { problem, waitsUntil })) return
      this.#rows.lost(job, { ...problem, money: 'unknown' })
    } catch (fault) {
      // The row can't even say that it waits, as on a full disk: the next look would find it as it was, at once.
      log.error('A job could not be written', { job: job.id, error: String(fault) })
      this.#stopped.set(job.connection.id, { until: waitsUntil, why: 'disk', problem: null })
    }
  }

  #comeBack(waitEnds: number | null): void {
    const ends = [this.#parts.store.nextWaitEnds(this.#parts.clock.now()), waitEnds].filter(
      (at) => at !== null,
    )
    if (ends.length === 0 || this.#closed) return
    const wait = Math.max(1, Math.ceil(Math.min(...ends) - this.#parts.clock.now()))
    this.#cancelTimer = this.#clock.after(wait, () => this.kick())
  }

  async #send(job: JobRecord, lane: Lane): Promise<void> {
    const { store, clock, limits, gate } = this.#parts
    let access: Access
    try {
      access = await this.#parts.access(job.connection.id)
    } catch (error) {
      const known = error instanceof StudioError ? error.problem : { code: borderErrors.internal }
      const problem: Problem = { ...known, money: 'not_charged' }
      const waitsUntil = this.#unreachable.hold(job.connection.id, ACCESS_RETRY_MS)
      store.note(job.id, 'queued', { problem, waitsUntil })
      return limits.dropped(lane)
    }
    const missing = await missingFile(job.request)
    // Since it was taken a refusal may have named a moment, a person may have paused or cancelled, others spent what was left.
    const mayGo = !this.#closed && !gate.isPaused() && limits.heldUntil(lane) === null && this.#admit(job)
    if (mayGo && missing) this.#rows.refuse(job, missing)
    const sentAt = clock.now()
    const sending = { sentAt, attempts: job.attempts + 1, waitsUntil: null }
    if (!mayGo || missing || !store.move(job.id, 'sending', sending)) return limits.dropped(lane)
    await this.#settle(job, await this.#post(access, job), lane, sentAt)
  }

  /** A break inside the sending itself counts as sent: nobody can tell how far it came. */
  async #post(access: Access, job: JobRecord): Promise<Exchange> {
    try {
      return await this.#parts.post(access, job.request)
    } catch (error) {
      return { kind: 'fault', sent: true, cause: 'other', detail: String(error) }
    }
  }

  /** What the exchange tells about the limit, and about the way to the service. */
  #learn(exchange: Exchange, to: SubmitOutcome['to'], lane: Lane, sentAt: number): void {
    const { limits, log } = this.#parts
    try {
      limits.note(lane, sentAt, exchange)
    } catch (error) {
      log.warn('What was learnt of a limit was not written', { error: String(error) })
    }
    if (to !== 'uncertain' && exchange.kind === 'answer') this.#doubts.heard(this.#laneIn(lane))
    if (exchange.kind === 'answer') this.#unreachable.release(lane.connectionId)
    else if (to === 'queued') this.#unreachable.hold(lane.connectionId, null)
  }

  #laneIn({ connectionId, operation = '' }: Lane): string {
    return laneOf(connectionId, operation)
  }

  async #settle(job: JobRecord, exchange: Exchange, lane: Lane, sentAt: number): Promise<void> {
    const { onRunning, log } = this.#parts
    const requestId = exchange.kind === 'answer' ? readRequestId(exchange.json) : null
    const outcome = submitOutcome(exchange, requestId)
    const problem =
      outcome.to === 'running'
        ? null
        : {
            ...problemFrom(exchange, outcome.money),
            ...(outcome.code && { code: outcome.code }),
            ...unreadWords(exchange, outcome.to),
          }
    this.#learn(exchange, outcome.to, lane, sentAt)
    const facts = { job: job.id, to: outcome.to, code: problem?.code ?? 'accepted' }
    log.info('Submit settled', facts)
    await this.#answers.write({ ...facts, request: requestId }, () => {
      const waitsUntil = this.#unreachable.heldUntil(job.connection.id) ?? this.#parts.limits.heldUntil(lane)
      this.#rows.write(job, outcome.to, { requestId, problem, waitsUntil })
    })
    if (outcome.to === 'uncertain') this.#doubts.lost(this.#laneIn(lane), [...this.#inFlight.keys()])
    if (outcome.to === 'running') onRunning(job.id)
  }
}
