import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { jobErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { QuoteAnswer } from '../../../../src-preload/contract/types/quote.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import { isFresh, type BoundQuote } from './quoteAge.ts'
import { StaleQuotes, type PageEnd } from './StaleQuotes.ts'

const PAGE = 100
/** While prices are requested, the jobs are held for this long at a time. */
const ASKING_MS = 60_000
/** New prices are written at least this often while others are requested. */
const BIND_MS = 1000
const FIRST_RETRY_MS = 30_000
const LAST_RETRY_MS = 900_000

/** The price-related columns of an unsent job. */
export interface QuotedJob extends BoundQuote {
  id: string
  batch: string | null
  connection: { id: string }
}

/** The new quote of a job. */
interface Rebound extends BoundQuote {
  problem: Problem | null
  waitsUntil: number | null
  held: number
}

interface Dependencies<J extends QuotedJob> {
  database: Database
  find: (id: string) => J | null
  /** Updates an unsent job; false if it was sent. */
  note: (id: string, changes: Partial<Rebound>) => boolean
  /** The current price of a job's request. @throws StudioError if it can't be priced any more. */
  quote: (job: J) => Promise<QuoteAnswer>
  /** Puts a whole batch on hold, once, until the user decides on its new price. */
  stopBatch: (batchId: string, change: { shown: Money; price: Money }) => void
  record: (jobId: string, entry: 'released' | 'quoted', amount: Money) => void
  transaction: <T>(work: () => T) => T
  /** Called when jobs may be sent again. */
  send: () => void
  clock: Clock
  log: Log
}

type Answered = Extract<QuoteAnswer, { state: 'unavailable' | 'superseded' }>
type Quote = Pick<Extract<QuoteAnswer, { state: 'priced' }>, 'price' | 'quotedAt'>
/** `waits`: for the user, or until its model is available again. */
type Outcome = Answered | { state: 'goes'; quote: Quote } | { state: 'waits' }

/**
 * Prevents that jobs are sent on a stale quote: older than a day, or of another account. They are quoted again, one request at a
 * time per connection, and sent if the price is no higher; otherwise they wait for the user.
 */
export class Requotes<J extends QuotedJob> {
  readonly #dependencies: Dependencies<J>
  readonly #stale: StaleQuotes
  /** Connections whose jobs are being quoted again. */
  readonly #running = new Set<string>()
  /** Failed attempts in a row, by connection. */
  readonly #failures = new Map<string, number>()
  #closed = false

  constructor(dependencies: Dependencies<J>) {
    this.#dependencies = dependencies
    this.#stale = new StaleQuotes(dependencies.database)
  }

  /** Whether a job may be sent on its quote. If not, it is on hold, with all other stale jobs of its connection. */
  admit(job: J): boolean {
    const now = this.#dependencies.clock.now()
    const { id } = job.connection
    if (isFresh(job, now, this.#stale.account(id))) return true
    this.#stale.delay(id, now, now + ASKING_MS, problemOf(jobErrors.priceCheck))
    if (!this.#running.has(id) && !this.#closed) void this.#requoteAll(id)
    return false
  }

  /** Binds an unsent job to the price that the user accepted. */
  accept(job: J, quote: Quote): void {
    this.#bind(job, quote)
  }

  close(): void {
    this.#closed = true
  }

  async #requoteAll(connectionId: string): Promise<void> {
    const { clock, find, log } = this.#dependencies
    this.#running.add(connectionId)
    try {
      let after: PageEnd | null = null
      do {
        const page: ReturnType<StaleQuotes['page']> = this.#stale.page(connectionId, clock.now(), after, PAGE)
        const account = this.#stale.account(connectionId)
        const bound: [J, Quote][] = []
        let boundAt = clock.now()
        for (const id of page.ids) {
          const job = find(id)
          // It may have changed while others were quoted, for example because its batch was paused.
          if (!job || !this.#isStillStale(job)) continue
          const outcome = await this.#requote(job)
          if (this.#closed) return
          const isOther = this.#stale.account(connectionId) !== account
          if (isOther || outcome.state === 'unavailable' || outcome.state === 'superseded') {
            if (!isOther) this.#bindAll(bound)
            return this.#retryLater(connectionId, outcome.state === 'unavailable' ? outcome.problem : null)
          }
          this.#failures.delete(connectionId)
          if (outcome.state === 'goes') bound.push([job, outcome.quote])
          if (clock.now() - boundAt < BIND_MS) continue
          this.#bindAll(bound.splice(0))
          boundAt = clock.now()
        }
        this.#bindAll(bound)
        after = page.end
      } while (after !== null)
    } catch (error) {
      log.error('Jobs could not be quoted again', { connection: connectionId, error: String(error) })
    } finally {
      this.#running.delete(connectionId)
    }
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
    const { clock, note, quote, stopBatch } = this.#dependencies
    const account = this.#stale.account(job.connection.id)
    let gone: Problem | null = null
    const answer = await quote(job).catch((error: unknown): QuoteAnswer => {
      if (!(error instanceof StudioError)) throw error
      gone = error.problem
      return { state: 'invalid', issues: [] }
    })
    if (this.#stale.account(job.connection.id) !== account) return { state: 'superseded' }
    if (answer.state === 'unavailable' || answer.state === 'superseded') return answer
    if (answer.state === 'invalid') {
      // Its model or a file is missing, perhaps temporarily; other jobs go on.
      note(job.id, { problem: failedFor(gone), waitsUntil: clock.now() + LAST_RETRY_MS })
      return { state: 'waits' }
    }
    const shown = job.price ?? 0
    if (answer.price <= shown) return { state: 'goes', quote: answer }
    const change = { shown, price: answer.price }
    if (job.batch === null)
      note(job.id, {
        problem: { ...problemOf(jobErrors.priceChanged), params: change },
        waitsUntil: null,
        held: 1,
      })
    else {
      this.#stale.undelay(job.batch, jobErrors.priceCheck)
      stopBatch(job.batch, change)
    }
    return { state: 'waits' }
  }

  /** In one transaction, because each commit waits for the disk. */
  #bindAll(bound: readonly [J, Quote][]): void {
    if (bound.length > 0)
      this.#dependencies.transaction(() => bound.forEach(([job, quote]) => this.#bind(job, quote)))
    this.#dependencies.send()
  }

  #bind(job: J, { price, quotedAt }: Quote): void {
    const { note, record, transaction } = this.#dependencies
    const account = this.#stale.account(job.connection.id)
    transaction(() => {
      if (!note(job.id, { price, quotedAt, account, problem: null, waitsUntil: null, held: 0 })) return
      if (price === job.price) return
      record(job.id, 'released', job.price ?? 0)
      record(job.id, 'quoted', price)
    })
  }

  /** No price is available now: all stale jobs wait and show why; the first one that may go requests a price again. */
  #retryLater(connectionId: string, cause: Problem | null): void {
    const { clock } = this.#dependencies
    const now = clock.now()
    const failures = this.#failures.get(connectionId) ?? 0
    this.#failures.set(connectionId, failures + 1)
    const statedUntil = cause?.params?.['waitsUntil']
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10))
    const until = Math.max(now + wait, typeof statedUntil === 'number' ? statedUntil : 0)
    this.#stale.delay(connectionId, now, until, failedFor(cause))
    this.#dependencies.send()
  }
}

const problemOf = (code: ProblemCode): Problem => ({ code, money: 'not_charged' })

/** `because`: the code of the problem that prevented a price. */
const failedFor = (cause: Problem | null): Problem => ({
  ...problemOf(jobErrors.priceCheckFailed),
  params: { because: cause?.code ?? '' },
  ...(cause?.serviceWords === undefined ? {} : { serviceWords: cause.serviceWords }),
})
