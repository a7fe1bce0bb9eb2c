import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { problemFrom } from '../../service/responses/problemFrom.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import { Collector } from '../collect/Collector.ts'
import type { JobFiles, ResultFiles } from '../collect/ResultFiles.ts'
import type { LiveJobs } from '../store/LiveJobs.ts'
import { Poller } from '../poll/Poller.ts'
import { judgePoll, statusOfJob } from '../poll/pollEvidence.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { AdmissionPolicy, JobService } from '../engineInterfaces.ts'
import { failureProblem } from '../submit/outcomes.ts'
import type { ServiceHolds } from '../submit/ServiceHolds.ts'
import type { LocalHolds } from '../submit/LocalHolds.ts'
import { Submitter } from '../submit/Submitter.ts'
import type { InputPaths } from '../submit/withCurrentPaths.ts'

/** Number of jobs of the last session that are resumed in one slice. */
const RESUME_SLICE = 200
/** Delay before a failed read of the database is retried. */
const DATABASE_RETRY_MS = 15_000

interface Dependencies {
  store: JobStore
  live: LiveJobs
  limits: RateLimits
  admission: AdmissionPolicy
  localHolds: LocalHolds
  serviceHolds: ServiceHolds
  service: JobService
  files: ResultFiles
  library: InputPaths
  ledger: Pick<Ledger, 'record'>
  database: Pick<Database, 'transaction'>
  clock: Clock
  random: () => number
  log: Log
}

/** A status without its preview image, which a finished job doesn't need. */
const withoutPreview = (record: StatusRecord): StatusRecord => ({ ...record, preview: null })

/** Sends queued jobs, polls them and downloads their results until they are saved. At startup it resumes the jobs of the last session. */
export class JobEngine {
  readonly #dependencies: Dependencies
  readonly #submitter: Submitter
  readonly #poller: Poller
  readonly #collector: Collector
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#submitter = new Submitter({ ...dependencies, onRunning: (id) => this.#watch(id) })
    this.#poller = new Poller({
      ...dependencies,
      onProgress: (job, record) => dependencies.live.update(job.id, record),
      onDone: (job, record, doneAt) => this.#onDone(job, record, doneAt),
      onFailed: (job, record) => this.#onFailed(job, record),
      onVanished: (job, exchange) => this.#onVanished(job, exchange),
    })
    this.#collector = new Collector({
      ...dependencies,
      refresh: (job) => this.#refresh(job),
      pollsHeldUntil: (job) =>
        dependencies.limits.getHeldUntil({ kind: 'poll', connectionId: job.connection.id }),
      save: (job, collected) => this.#save(job, collected),
    })
  }

  /**
   * Marks the jobs that were being sent when the last session ended as uncertain. They may have been accepted, so they
   * are not sent again automatically. Call it before anything is sent in this session.
   */
  markInterruptedUncertain(): void {
    const { store, database, ledger } = this.#dependencies
    database.transaction(() => {
      for (const job of store.inStates(['sending'])) {
        const problem = { code: serviceErrors.interrupted, money: 'unknown' } as const
        if (store.move(job.id, 'uncertain', { problem })) ledger.record(job.id, 'uncertain', job.price ?? 0)
      }
    })
  }

  /** Resumes the jobs of the last session: polls, downloads and sends. */
  start(): void {
    const { store, clock } = this.#dependencies
    store.clearFutureWaits(clock.now())
    this.#resumePolls('running')
    this.#resumePolls('vanished')
    for (const job of store.inStates(['saving'])) this.#collector.collect(job.id)
    this.#collector.resume(store.inStates(['unsaved']))
    this.#submitter.resume(store.inStates(['uncertain']))
    this.#submitter.sendReady()
  }

  /** Resumes polling in slices, because thousands of jobs at once would block the program. `after`: the `seq` of the last job so far. */
  #resumePolls(state: 'running' | 'vanished', after = 0): void {
    const { store, clock, log } = this.#dependencies
    const jobs = store.pageInState(state, after, RESUME_SLICE)
    this.#poller.resume(jobs)
    const last = jobs.at(-1)
    const next = (): void => {
      if (this.#closed || !last) return
      try {
        this.#resumePolls(state, last.seq)
      } catch (error) {
        log.error('Running jobs could not be resumed', { error: String(error) })
        clock.after(DATABASE_RETRY_MS, next)
      }
    }
    if (last) clock.after(0, next)
  }

  /**
   * Sends the queued jobs of a connection and operation, because jobs were added or resumed. Null means all of them.
   */
  send(connectionId: string | null = null, operation: string | null = null): void {
    this.#submitter.send(connectionId, operation)
  }

  /**
   * Immediately retries everything that waits for the service of a connection, once, because the user asked or the
   * network returned. Null means all connections.
   */
  retryNow(connectionId: string | null = null): void {
    this.#submitter.retryNow(connectionId)
    this.#poller.retryNow(connectionId)
    this.#collector.retryNow(connectionId)
  }

  /** Drops the rate limits and holds of a connection and retries what waits for it, because its address or key changed. */
  accessChanged(connectionId: string): void {
    this.#dependencies.limits.forget(connectionId)
    this.#submitter.accessChanged(connectionId)
    this.#poller.accessChanged(connectionId)
    this.#collector.retryNow(connectionId)
  }

  /** Checks again which jobs may be sent, because a price or a pause changed. */
  reconsider(): void {
    this.#submitter.reconsider()
  }

  /** Sends and downloads what waited for the disk, because it has space again or is connected. */
  diskReady(): void {
    this.#submitter.reconsider()
    this.#collector.retryNow(null)
  }

  /** Checks the waiting jobs again, because a spending limit changed. */
  budgetsChanged(): void {
    this.#dependencies.store.clearWaits()
    this.#submitter.reconsider()
  }

  /** Immediately polls a running job, for example after the user entered its request id. */
  poll(id: string): void {
    const job = this.#dependencies.store.find(id)
    if (job) this.#dependencies.limits.allowRetry({ kind: 'poll', connectionId: job.connection.id })
    this.#watch(id, true)
  }

  /** Immediately downloads the result of a job in `saving`, because the user asked for it. */
  collect(id: string): void {
    this.#collector.collectNow(id)
  }

  /** Starts no more requests and waits for the responses to those in progress. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#submitter.close(), this.#poller.close(), this.#collector.close()])
  }

  #watch(id: string, pollNow = false): void {
    const { store, clock, log } = this.#dependencies
    try {
      const job = store.find(id)
      if (job?.state === 'running') this.#poller.watch(job, pollNow)
    } catch (error) {
      log.error('A running job could not be looked up', { job: id, error: String(error) })
      if (!this.#closed) clock.after(DATABASE_RETRY_MS, () => this.#watch(id, pollNow))
    }
  }

  #onDone(job: JobRecord, record: StatusRecord, doneAt: number | null): void {
    const { store } = this.#dependencies
    store.move(job.id, 'saving', { status: withoutPreview(record), problem: null, waitsUntil: null, doneAt })
    this.#collector.collect(job.id)
  }

  #onFailed(job: JobRecord, record: StatusRecord): void {
    const { store, clock, live, database, ledger } = this.#dependencies
    const problem = failureProblem(record)
    database.transaction(() => {
      const isMoved = store.move(job.id, 'failed', {
        problem,
        status: withoutPreview(record),
        waitsUntil: null,
        finishedAt: clock.now(),
      })
      if (!isMoved) return
      if (problem.money === 'refunded') ledger.record(job.id, 'refunded', job.price ?? 0)
      if (problem.money === 'refund_unconfirmed') ledger.record(job.id, 'unconfirmed', job.price ?? 0)
    })
    live.forget(job.id)
  }

  #onVanished(job: JobRecord, exchange: Exchange): void {
    const problem = { ...problemFrom(exchange, 'unknown'), code: serviceErrors.jobVanished }
    const { store, live } = this.#dependencies
    store.move(job.id, 'vanished', { problem, waitsUntil: null })
    live.forget(job.id)
  }

  /** Polls a finished job for a new link; null if no poll may be sent or its response is unreadable. */
  async #refresh(job: JobRecord): Promise<StatusRecord | null> {
    try {
      const exchange = await this.pollFinished(job)
      return exchange && statusOfJob(job, exchange)
    } catch (error) {
      this.#dependencies.log.warn('A link could not be renewed', { job: job.id, error: String(error) })
      return null
    }
  }

  /** Polls a job that has ended, within the rate limits; null if no poll may be sent now. @throws StudioError as `JobService.access`. */
  async pollFinished(job: JobRecord): Promise<Exchange | null> {
    const { service, limits, clock } = this.#dependencies
    const key = { kind: 'poll', connectionId: job.connection.id } as const
    if (limits.getHeldUntil(key) !== null || !Number.isFinite(limits.getWait(key))) return null
    limits.recordSent(key)
    try {
      const access = await service.access(job.connection.id)
      const sentAt = clock.now()
      const exchange = await service.get(access, `request-status/${job.requestId}`)
      limits.recordOutcome(key, sentAt, exchange, judgePoll(exchange, !limits.isFailing(key)))
      return exchange
    } catch (error) {
      limits.recordSettled(key)
      throw error
    } finally {
      this.#poller.wake()
    }
  }

  #save(job: JobRecord, { result, alternatives, doubt }: JobFiles): void {
    const { store, clock, live, database, files } = this.#dependencies
    const assets = database.transaction(() => {
      const added = [
        files.add(job.id, 'result', result),
        ...alternatives.map((file) => files.add(job.id, 'alternative', file)),
      ]
      // The status is deleted, because the saved files contain everything: links expire, and a result in the response is large.
      store.move(job.id, 'saved', {
        status: null,
        problem: doubt,
        waitsUntil: null,
        finishedAt: clock.now(),
      })
      return added
    })
    live.forget(job.id)
    files.onSaved(assets)
    if (doubt) files.onDoubtful(doubt)
  }
}
