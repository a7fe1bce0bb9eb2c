import { jobErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import type { StudioEvents } from '../../events.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import type { Ledger } from '../spend/Ledger.ts'
import type { QuoteUse } from './QuoteService.ts'
import { isFresh, type BoundQuote, StaleQuotes } from './StaleQuotes.ts'

/** Stale jobs that are quoted again at a time: those that are sent next. A rise among them stops their batch before the first is sent. */
const MAX_JOBS = 100
/** Stale jobs wait at most this long while their prices are requested. */
const REQUEST_DELAY_MS = 60_000
/** Interval at which new prices are saved while others are requested. */
const BIND_INTERVAL_MS = 1000
/** The first and the longest delay after failed price requests. The delay doubles with each failure. */
const MIN_RETRY_MS = 30_000
const MAX_RETRY_MS = 900_000

/** The fields of an unsent job that its quote depends on. */
export interface QuotedJob extends BoundQuote {
  id: string
  batch: string | null
  connection: { id: string }
}

/** What changes in the row of a job when it is quoted again. */
interface QuoteUpdate extends BoundQuote {
  problem: Problem | null
  waitsUntil: number | null
  held: number
}

/** The rows of jobs. */
export interface QuotedJobs<J extends QuotedJob> {
  find: (id: string) => J | null
  /** Updates a job while it is in `state`; false if it isn't. */
  update: (id: string, state: 'queued', changes: Partial<QuoteUpdate>) => boolean
}

/** The prices of the requests of jobs. */
export interface JobPrices<J extends QuotedJob> {
  /** Requests the current price of a job. @throws StudioError if it can't be priced any more. */
  priceOf: (job: J) => Promise<QuoteResult>
  /** The price of a job if one that is recent enough is known without a request. */
  knownPriceOf: (job: J, use: QuoteUse) => { price: Money; quotedAt: number } | null
}

/** The batches whose jobs are quoted again. */
export interface QuotedBatches {
  /** Pauses a batch until the user decides on its new price. */
  pauseForPrice: (batchId: string, change: { shown: Money; price: Money }) => void
  /** Throws if an increase of the prices of a batch exceeds a spending limit. */
  checkPriceIncrease: (batchId: string, increase: Money) => void
}

interface Dependencies<J extends QuotedJob> {
  database: Database
  jobs: QuotedJobs<J>
  prices: JobPrices<J>
  batches: Pick<QuotedBatches, 'pauseForPrice'>
  ledger: Pick<Ledger, 'record'>
  /** Gets `admissionChanged` when jobs may be sent again. */
  events: Pick<StudioEvents, 'emit'>
  clock: Clock
  log: Log
}

type NoPrice = Extract<QuoteResult, { state: 'unavailable' | 'superseded' }>
type Quote = Pick<Extract<QuoteResult, { state: 'priced' }>, 'price' | 'quotedAt'>
/** `held`: the job waits until the user accepts its new price, or until its model or file is available again. */
type Outcome = NoPrice | { state: 'accepted'; quote: Quote } | { state: 'held' }

/**
 * Requests a new price for jobs whose quote is stale (older than a quarter of an hour, or of another account) before they are sent: only for
 * those that are sent next, one request at a time on each connection, and one for all jobs with the same price key. Jobs whose price rose
 * wait for the user.
 */
export class Requoter<J extends QuotedJob> {
  readonly #dependencies: Dependencies<J>
  readonly #stale: StaleQuotes
  /** Connections whose jobs are being quoted again. */
  readonly #connectionsInProgress = new Set<string>()
  /** Failed attempts in a row, by connection. */
  readonly #failures = new Map<string, number>()
  #closed = false

  constructor(dependencies: Dependencies<J>) {
    this.#dependencies = dependencies
    this.#stale = new StaleQuotes(dependencies.database)
  }

  /**
   * Whether a job may be sent on its quote, or on a new one of its price key that is no higher. If not, all stale jobs of its connection
   * are delayed, and the next ones are quoted again.
   */
  admit(job: J): boolean {
    const { clock, prices } = this.#dependencies
    const now = clock.now()
    const { id } = job.connection
    if (isFresh(job, now, this.#stale.account(id))) return true
    const known = prices.knownPriceOf(job, 'send')
    if (known) {
      const outcome = this.#compare(job, known)
      if (outcome.state === 'accepted') this.#bind(job, known)
      // With another price, the job is read again before it is sent.
      return outcome.state === 'accepted' && known.price === job.price
    }
    const next = this.#stale.next(id, now, MAX_JOBS)
    this.#stale.delay(id, now, now + REQUEST_DELAY_MS, { code: jobErrors.priceCheck, money: 'not_charged' })
    if (!this.#connectionsInProgress.has(id) && !this.#closed) void this.#requoteNext(id, next)
    return false
  }

  /** Binds an unsent job to the price that the user accepted, and takes it off hold. */
  accept(job: J, quote: Quote): void {
    this.#bind(job, quote, { held: 0 })
  }

  close(): void {
    this.#closed = true
  }

  async #requoteNext(connectionId: string, ids: readonly string[]): Promise<void> {
    const { clock, jobs, log, events } = this.#dependencies
    this.#connectionsInProgress.add(connectionId)
    try {
      const account = this.#stale.account(connectionId)
      const unbound: [J, Quote][] = []
      let lastBoundAt = clock.now()
      for (const id of ids) {
        const job = jobs.find(id)
        // The job may have changed while others were quoted, for example because its batch was paused.
        if (!job || !this.#isStillStale(job)) continue
        const outcome = await this.#requote(job)
        if (this.#closed) return
        const isAccountChanged = this.#stale.account(connectionId) !== account
        if (isAccountChanged || outcome.state === 'unavailable' || outcome.state === 'superseded') {
          if (!isAccountChanged) this.#bindAll(unbound)
          return this.#retryLater(connectionId, outcome.state === 'unavailable' ? outcome.problem : null)
        }
        this.#failures.delete(connectionId)
        if (outcome.state === 'accepted') unbound.push([job, outcome.quote])
        if (clock.now() - lastBoundAt < BIND_INTERVAL_MS) continue
        this.#bindAll(unbound.splice(0))
        lastBoundAt = clock.now()
      }
      this.#bindAll(unbound)
      this.#stale.clearDelayOf(connectionId, jobErrors.priceCheck)
    } catch (error) {
      log.error('Jobs could not be quoted again', { connection: connectionId, error: String(error) })
    } finally {
      this.#connectionsInProgress.delete(connectionId)
    }
    if (!this.#closed) events.emit('admissionChanged')
  }

  #isStillStale({ id, connection }: J): boolean {
    const sql = "SELECT price, quoted_at, account FROM jobs WHERE id = ? AND state = 'queued' AND held = 0"
    const row = this.#dependencies.database.get(sql, id)
    if (!row) return false
    const quotedAt = row['quoted_at'] === null ? null : Number(row['quoted_at'])
    const bound = { price: Number(row['price']), quotedAt, account: Number(row['account']) }
    return !isFresh(bound, this.#dependencies.clock.now(), this.#stale.account(connection.id))
  }

  async #requote(job: J): Promise<Outcome> {
    const { clock, jobs, prices } = this.#dependencies
    const known = prices.knownPriceOf(job, 'send')
    if (known) return this.#compare(job, known)
    const account = this.#stale.account(job.connection.id)
    let problem: Problem | null = null
    const result = await prices.priceOf(job).catch((error: unknown): QuoteResult => {
      if (!(error instanceof StudioError)) throw error
      problem = error.problem
      return { state: 'invalid', issues: [] }
    })
    if (this.#stale.account(job.connection.id) !== account) return { state: 'superseded' }
    if (result.state === 'unavailable' || result.state === 'superseded') return result
    if (result.state === 'invalid') {
      // The model or a file of the job is missing, perhaps temporarily. Other jobs are not affected.
      const waitsUntil = clock.now() + MAX_RETRY_MS
      jobs.update(job.id, 'queued', { problem: priceCheckFailed(problem), waitsUntil })
      return { state: 'held' }
    }
    return this.#compare(job, result)
  }

  /** Accepts a new price that is no higher than that of the job; otherwise holds the job, or its batch, with both prices. */
  #compare(job: J, quote: Quote): Outcome {
    const { jobs, batches } = this.#dependencies
    const shown = job.price ?? 0
    if (quote.price <= shown) return { state: 'accepted', quote }
    const change = { shown, price: quote.price }
    if (job.batch === null)
      jobs.update(job.id, 'queued', {
        problem: { code: jobErrors.priceChanged, money: 'not_charged', params: change },
        waitsUntil: null,
        held: 1,
      })
    else {
      this.#stale.clearDelay(job.batch, jobErrors.priceCheck)
      batches.pauseForPrice(job.batch, change)
    }
    return { state: 'held' }
  }

  /** Binds jobs in one transaction, because each commit waits for the disk. */
  #bindAll(bound: readonly [J, Quote][]): void {
    if (bound.length > 0)
      this.#dependencies.database.transaction(() => bound.forEach(([job, quote]) => this.#bind(job, quote)))
    this.#dependencies.events.emit('admissionChanged')
  }

  /** Without `hold`, a job that was put on hold while it was quoted again, for example with its batch, stays on hold. */
  #bind(job: J, { price, quotedAt }: Quote, hold: { held?: 0 } = {}): void {
    const { jobs, ledger, database } = this.#dependencies
    const account = this.#stale.account(job.connection.id)
    database.transaction(() => {
      const changes = { price, quotedAt, account, problem: null, waitsUntil: null, ...hold }
      if (!jobs.update(job.id, 'queued', changes)) return
      if (price === job.price) return
      ledger.record(job.id, 'released', job.price ?? 0)
      ledger.record(job.id, 'quoted', price)
    })
  }

  /** Delays all stale jobs of a connection, with the reason; the first one that is due then requests a price again. */
  #retryLater(connectionId: string, cause: Problem | null): void {
    const { clock } = this.#dependencies
    const now = clock.now()
    const failures = this.#failures.get(connectionId) ?? 0
    this.#failures.set(connectionId, failures + 1)
    const wait = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(failures, 10))
    const until = Math.max(now + wait, cause?.retryAt ?? 0)
    this.#stale.delay(connectionId, now, until, priceCheckFailed(cause))
    this.#dependencies.events.emit('admissionChanged')
  }
}

/** `cause`: the problem that prevented a price. */
const priceCheckFailed = (cause: Problem | null): Problem => ({
  code: jobErrors.priceCheckFailed,
  money: 'not_charged',
  params: { because: cause?.code ?? '' },
  ...(cause?.serviceMessage === undefined ? {} : { serviceMessage: cause.serviceMessage }),
})
