import { borderErrors, inputErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Access, Exchange, WireFile, WireRequest } from '../service/Exchange.ts'
import { problemFrom } from '../service/problemFrom.ts'
import { readRequestId } from '../service/readRequestId.ts'
import { retryAfterMs } from '../service/retryAfterMs.ts'
import type { Clock, Log } from '../world.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import type { LedgerEntry } from './LedgerEntry.ts'
import { laneOf } from './laneOf.ts'
import { missingFile } from './missingFile.ts'
import { Pace } from './Pace.ts'
import { submitOutcome } from './submitOutcome.ts'

/** Few at once: it bounds how many answers one crash can lose. */
const IN_FLIGHT = 4
const ACCESS_RETRY_MS = 15_000

interface Parts {
  store: JobStore
  access: (connectionId: string) => Promise<Access>
  post: (access: Access, request: WireRequest) => Promise<Exchange>
  /** Called once a job runs, so that it is polled. */
  onRunning: (id: string) => void
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
  transaction: <T>(work: () => T) => T
  clock: Clock
  log: Log
}

/** The only door through which a job is sent: one POST per decision of the person, after the intent is on disk. */
export class Submitter {
  readonly #parts: Parts
  readonly #pace: Pace
  readonly #inFlight = new Map<string, Promise<void>>()
  #cancelTimer: (() => void) | null = null
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pace = new Pace(parts.clock)
  }

  /** Sends whatever may be sent now, and comes back by itself when something stops waiting. */
  kick(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const { store, clock } = this.#parts
    while (!this.#closed && this.#inFlight.size < IN_FLIGHT) {
      const busy = [...this.#inFlight.keys()]
      const job = store.nextQueued(clock.now(), this.#pace.heldLanes(), busy)
      if (!job) return this.#comeBack()
      const sending = this.#send(job)
        .catch((error: unknown) => this.#broke(job, error))
        .finally(() => {
          this.#inFlight.delete(job.id)
          this.kick()
        })
      this.#inFlight.set(job.id, sending)
    }
  }

  /** Takes no further job and waits for the answers under way: cutting them off would make them uncertain. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    await Promise.allSettled(this.#inFlight.values())
  }

  /** A break of our own: what was not sent waits before it is tried again, what may have been sent is uncertain. */
  #broke(job: JobRecord, error: unknown): void {
    const { store, clock, log } = this.#parts
    log.error('A submit broke', { job: job.id, error: String(error) })
    const problem: Problem = { code: borderErrors.internal, money: 'not_charged' }
    if (store.note(job.id, 'queued', { problem, waitsUntil: clock.now() + ACCESS_RETRY_MS })) return
    store.move(job.id, 'uncertain', { problem: { ...problem, money: 'unknown' } })
  }

  #comeBack(): void {
    const ends = [this.#parts.store.nextWaitEnds(), this.#pace.nextRelease()].filter((at) => at !== null)
    if (ends.length === 0 || this.#closed) return
    const wait = Math.max(50, Math.min(...ends) - this.#parts.clock.now())
    this.#cancelTimer = this.#parts.clock.after(wait, () => this.kick())
  }

  async #send(job: JobRecord): Promise<void> {
    const { store, clock } = this.#parts
    let access: Access
    try {
      access = await this.#parts.access(job.connection.id)
    } catch (error) {
      const problem: Problem =
        error instanceof StudioError
          ? { ...error.problem, money: 'not_charged' }
          : { code: borderErrors.internal, money: 'not_charged' }
      store.note(job.id, 'queued', { problem, waitsUntil: clock.now() + ACCESS_RETRY_MS })
      return
    }
    const missing = await missingFile(job.request)
    if (
      this.#closed ||
      !store.move(job.id, 'sending', { sentAt: clock.now(), attempts: job.attempts + 1, waitsUntil: null })
    )
      return
    if (missing) this.#refuse(job, missing)
    else this.#settle(job, await this.#post(access, job))
  }

  /** Nothing was sent: the form reopens with the file's field. */
  #refuse(job: JobRecord, { field, fileName }: WireFile): void {
    const { store, clock, record, transaction } = this.#parts
    const code = inputErrors.fileMissing
    const problem: Problem = {
      code,
      money: 'not_charged',
      params: { file: fileName },
      fields: { [field]: [code] },
    }
    transaction(() => {
      store.move(job.id, 'rejected', { problem, finishedAt: clock.now() })
      record(job.id, 'released', job.price ?? 0)
    })
  }

  /** A break inside the sending itself counts as sent: nobody can tell how far it came. */
  async #post(access: Access, job: JobRecord): Promise<Exchange> {
    try {
      return await this.#parts.post(access, job.request)
    } catch (error) {
      return { kind: 'fault', sent: true, cause: 'other', detail: String(error) }
    }
  }

  #settle(job: JobRecord, exchange: Exchange): void {
    const { store, clock, record, transaction, onRunning, log } = this.#parts
    const now = clock.now()
    const requestId = exchange.kind === 'answer' ? readRequestId(exchange.json) : null
    const outcome = submitOutcome(exchange, requestId)
    const problem =
      outcome.to === 'running'
        ? null
        : { ...problemFrom(exchange, outcome.money), ...(outcome.code && { code: outcome.code }) }
    const price = job.price ?? 0
    log.info('Submit settled', { job: job.id, to: outcome.to, code: problem?.code ?? 'accepted' })

    if (outcome.to === 'running' && requestId) {
      transaction(() => {
        store.move(job.id, 'running', { requestId, acceptedAt: now, problem: null })
        record(job.id, 'accepted', price)
      })
      this.#pace.release(laneOf(job.connection.id, job.operation))
      onRunning(job.id)
    } else if (outcome.to === 'queued') {
      const told = exchange.kind === 'answer' ? retryAfterMs(exchange.headers, now) : null
      const waitsUntil = this.#pace.hold(laneOf(job.connection.id, job.operation), told)
      store.move(job.id, 'queued', { problem, waitsUntil })
    } else if (outcome.to === 'rejected') {
      transaction(() => {
        store.move(job.id, 'rejected', { problem, finishedAt: now })
        record(job.id, 'released', price)
      })
    } else {
      transaction(() => {
        store.move(job.id, 'uncertain', { problem })
        record(job.id, 'uncertain', price)
      })
    }
  }
}
