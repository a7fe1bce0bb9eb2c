import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Asset, AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { DownloadOutcome, StoredFile } from '../downloads/DownloadOutcome.ts'
import type { Access, Exchange, WireRequest } from '../service/Exchange.ts'
import { problemFrom } from '../service/problemFrom.ts'
import type { RateLimits } from '../service/RateLimits.ts'
import { readStatusRecord } from '../service/readStatusRecord.ts'
import type { StatusRecord } from '../service/StatusRecord.ts'
import type { ResultContent } from '../texts/ResultContent.ts'
import type { Clock, Log } from '../world.ts'
import { Collector } from './Collector.ts'
import { failureProblem } from './failureProblem.ts'
import type { Collected, CollectedFile, Gathering } from './gatherFiles.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'
import type { LedgerEntry } from './LedgerEntry.ts'
import type { LiveJobs } from './LiveJobs.ts'
import { Poller } from './Poller.ts'
import type { AdmissionPolicy } from './AdmissionPolicy.ts'
import { Submitter } from './Submitter.ts'

/** Jobs of the last run that are taken up at a time. */
const SLICE = 200
/** A database that can't be read is asked again this much later. */
const SICK_RETRY_MS = 15_000

interface Parts {
  store: JobStore
  live: LiveJobs
  limits: RateLimits
  admission: AdmissionPolicy
  access: (connectionId: string) => Promise<Access>
  get: (access: Access, path: string) => Promise<Exchange>
  post: (access: Access, request: WireRequest) => Promise<Exchange>
  /** Whether the service answers harmless requests that are like this job's: its models, and the job's price. */
  probe: (job: JobRecord) => Promise<boolean>
  /** The service does not accept the API key of a connection; null: it does again. */
  onKeyRefused: (connectionId: string, problem: Problem | null) => void
  download: Gathering['download']
  arrived: (job: JobRecord) => Promise<StoredFile | null>
  saveInline: (words: string) => Promise<DownloadOutcome>
  discard: (file: StoredFile) => Promise<void>
  read: (job: JobRecord, file: StoredFile) => Promise<ResultContent>
  makesText: (job: JobRecord) => boolean
  mayBeEmpty: (job: JobRecord) => boolean
  isExpected: (job: JobRecord, kind: AssetKind) => boolean
  wantsAlternatives: () => boolean
  onFormatsMissing: Gathering['onFormatsMissing']
  /** Adds a finished file to the library; called inside the transaction that makes the job `saved`. */
  addAsset: (jobId: string, role: Asset['role'], file: CollectedFile) => Asset
  /** Called after a job's files are committed. */
  onSaved: (assets: Asset[]) => void
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
  transaction: <T>(work: () => T) => T
  clock: Clock
  random: () => number
  log: Log
}

/** An answer without its preview, which may be a whole picture and is worth nothing by now. */
const lasting = (record: StatusRecord): StatusRecord => ({ ...record, preview: null })

/** Carries every job from intent to saved files, and takes up at a start where the last run left. */
export class JobEngine {
  readonly #parts: Parts
  readonly #submitter: Submitter
  readonly #poller: Poller
  readonly #collector: Collector
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#submitter = new Submitter({ ...parts, onRunning: (id) => this.#watch(id) })
    this.#poller = new Poller({
      ...parts,
      onProgress: (job, record) => parts.live.update(job.id, record),
      onDone: (job, record, doneAt) => this.#done(job, record, doneAt),
      onFailed: (job, record) => this.#failed(job, record),
      onVanished: (job, exchange) => this.#vanished(job, exchange),
    })
    this.#collector = new Collector({
      ...parts,
      refresh: (job) => this.#refresh(job),
      pollsHeldUntil: (job) => parts.limits.heldUntil({ kind: 'poll', connectionId: job.connection.id }),
      save: (job, collected) => this.#save(job, collected),
    })
  }

  /**
   * Jobs found in `sending` may have been accepted before the last run ended: nobody can know, so nobody sends again. To be
   * called before anything is sent in this run.
   */
  settleInterrupted(): void {
    const { store, transaction, record } = this.#parts
    transaction(() => {
      for (const job of store.inStates(['sending'])) {
        // Where it could not be done at the start, as on a full disk, this run may be sending by now.
        if (this.#submitter.has(job.id)) continue
        store.move(job.id, 'uncertain', { problem: { code: serviceErrors.interrupted, money: 'unknown' } })
        record(job.id, 'uncertain', job.price ?? 0)
      }
    })
  }

  /** Takes up what the last run left: polls, fetches and sends. */
  start(): void {
    const { store, clock } = this.#parts
    store.freeFuture(clock.now())
    this.#resumePolls('running')
    this.#resumePolls('vanished')
    for (const job of store.inStates(['saving'])) this.#collector.collect(job.id)
    this.#collector.resume(store.inStates(['unsaved']))
    this.#submitter.resume(store.inStates(['uncertain']))
    this.#submitter.kick()
  }

  /** In slices: thousands at once would block the window. */
  #resumePolls(state: 'running' | 'vanished', after = 0): void {
    const { store, clock, log } = this.#parts
    const jobs = store.slice(state, after, SLICE)
    this.#poller.resume(jobs)
    const last = jobs.at(-1)
    const next = (): void => {
      if (this.#closed || !last) return
      try {
        this.#resumePolls(state, last.seq)
      } catch (error) {
        log.error('Running jobs could not be taken up', { error: String(error) })
        clock.after(SICK_RETRY_MS, next)
      }
    }
    if (last) clock.after(0, next)
  }

  /** There is something new to send, or the user wants it to continue: all of it, or of one connection and operation. */
  send(connectionId: string | null = null, operation: string | null = null): void {
    this.#submitter.send(connectionId, operation)
  }

  /** The user asked, or the network returned: what waits for the service is tried once at once. */
  retryNow(connectionId: string | null = null): void {
    this.#submitter.retryNow(connectionId)
    this.#poller.retryNow(connectionId)
    this.#collector.retryNow(connectionId)
  }

  /** The address or key of a connection changed. */
  accessChanged(connectionId: string): void {
    this.#parts.limits.clear(connectionId)
    this.#submitter.accessChanged(connectionId)
    this.#poller.retryNow(connectionId)
  }

  /** Why the service gets no job of an operation; null: it does. */
  heldBy(connectionId: string, operation: string): Problem | null {
    return this.#submitter.heldBy(connectionId, operation)
  }

  /** A budget or a pause changed. */
  reconsider(): void {
    this.#submitter.reconsider()
  }

  /** A budget changed: jobs that wait for it are asked about again. */
  budgetsChanged(): void {
    this.#parts.store.clearWaits()
    this.#submitter.reconsider()
  }

  /** What stands in the way of jobs of a connection and a collection; null: nothing but the service. */
  standing(connectionId: string, collection: string | null): ReturnType<Submitter['standing']> {
    return this.#submitter.standing(connectionId, collection)
  }

  /** Polls a running job at once, such as one whose id the user has found. */
  poll(id: string): void {
    const job = this.#parts.store.find(id)
    if (job) this.#parts.limits.retryNow({ kind: 'poll', connectionId: job.connection.id })
    this.#watch(id, true)
  }

  /** Fetches the result of a job in `saving` at once: the user asked. */
  collect(id: string): void {
    this.#collector.collectNow(id)
  }

  /** Lets answers under way come in, then stops. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#submitter.close(), this.#poller.close(), this.#collector.close()])
  }

  #watch(id: string, soon = false): void {
    const { store, clock, log } = this.#parts
    try {
      const job = store.find(id)
      if (job?.state === 'running') this.#poller.watch(job, soon)
    } catch (error) {
      log.error('A running job could not be looked up', { job: id, error: String(error) })
      if (!this.#closed) clock.after(SICK_RETRY_MS, () => this.#watch(id, soon))
    }
  }

  #done(job: JobRecord, record: StatusRecord, doneAt: number): void {
    const { store } = this.#parts
    store.move(job.id, 'saving', { result: lasting(record), problem: null, waitsUntil: null, doneAt })
    this.#collector.collect(job.id)
  }

  #failed(job: JobRecord, record: StatusRecord): void {
    const { store, clock, live, transaction, record: enter } = this.#parts
    const problem = failureProblem(record)
    transaction(() => {
      store.move(job.id, 'failed', {
        problem,
        result: lasting(record),
        waitsUntil: null,
        finishedAt: clock.now(),
      })
      if (problem.money === 'refunded') enter(job.id, 'refunded', job.price ?? 0)
      if (problem.money === 'refund_unconfirmed') enter(job.id, 'unconfirmed', job.price ?? 0)
    })
    live.forget(job.id)
  }

  #vanished(job: JobRecord, exchange: Exchange): void {
    const problem = { ...problemFrom(exchange, 'unknown'), code: serviceErrors.jobVanished }
    const { store, live } = this.#parts
    store.move(job.id, 'vanished', { problem, waitsUntil: null })
    live.forget(job.id)
  }

  async #refresh(job: JobRecord): Promise<StatusRecord | null> {
    const { access, get, limits, clock, log } = this.#parts
    const lane = { kind: 'poll', connectionId: job.connection.id } as const
    try {
      const granted = await access(job.connection.id)
      if (limits.heldUntil(lane) !== null || !Number.isFinite(limits.wait(lane))) return null
      const sentAt = clock.now()
      limits.take(lane)
      const exchange = await get(granted, `request-status/${job.requestId}`)
      const record =
        exchange.kind === 'answer' && exchange.status < 300 ? readStatusRecord(exchange.json) : null
      limits.note(lane, sentAt, exchange, record !== null)
      return record
    } catch (error) {
      limits.settled(lane)
      log.warn('No access to renew a link', { job: job.id, error: String(error) })
      return null
    } finally {
      this.#poller.wake()
    }
  }

  #save(job: JobRecord, { result, alternatives }: Collected): void {
    const { store, clock, live, transaction, addAsset, onSaved } = this.#parts
    const assets = transaction(() => {
      const added = [
        addAsset(job.id, 'result', result),
        ...alternatives.map((file) => addAsset(job.id, 'alternative', file)),
      ]
      // Its files say all there is to say: links run out, and what came inside the answer is no small thing.
      store.move(job.id, 'saved', { result: null, problem: null, waitsUntil: null, finishedAt: clock.now() })
      return added
    })
    live.forget(job.id)
    onSaved(assets)
  }
}
