import { jobErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Job, JobState } from '../../../src-preload/contract/types/job.ts'
import type { QuoteAnswer, ShownQuote } from '../../../src-preload/contract/types/quote.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Wanted } from '../money/budgets/Budgets.ts'
import type { Clock } from '../world.ts'
import type { JobEngine } from './engine/JobEngine.ts'
import { hasRequest, type JobRecord } from './store/JobRecord.ts'
import type { Intent } from './store/insertJob.ts'
import type { JobStore } from './store/JobStore.ts'
import { openStates } from './store/jobStates.ts'
import type { LedgerEntry } from './store/LedgerEntry.ts'
import type { LiveJobs } from './poll/LiveJobs.ts'
import { toJob } from './store/toJob.ts'

/** An intent without the parts that belong to the click. */
export type Prepared = Omit<Intent, 'id' | 'idempotencyKey' | 'replaces' | 'createdAt'>

interface Parts {
  store: JobStore
  live: LiveJobs
  engine: JobEngine
  drafts: {
    /** Checks a form and binds it to the quote its button showed; throws StudioError where it can't run. */
    prepare: (
      draft: Omit<RouteInput<'jobs.enqueue'>, 'idempotencyKey' | 'another' | 'collection'>,
    ) => Prepared
    priceOf: (job: JobRecord) => Promise<QuoteAnswer>
    /** The quote that was shown for a job's request; throws StudioError if it no longer applies to the request. */
    quoteOf: (job: JobRecord, shown: ShownQuote) => { price: number; quotedAt: number }
  }
  /** Binds an unsent job to another quote than its own. */
  rebind: (job: JobRecord, quote: { price: number; quotedAt: number }) => void
  /** Throws if a limit does not allow the job. */
  checkBudgets: (wanted: Wanted) => void
  /** Whether the file of a result still exists. */
  isThere: (assetId: string) => boolean
  /** Adds results to a collection; a deleted collection takes none. */
  collect: (collection: string, assetIds: readonly string[]) => void
  /** A problem with the service's field names replaced by those of the form. */
  atFields: (job: JobRecord, problem: Problem) => Problem
  assetsOf: (jobIds: string[]) => Map<string, Asset[]>
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
  transaction: <T>(work: () => T) => T
  uuid: () => string
  clock: Clock
}

/** The user's actions on jobs. It writes intents; only `Submitter` sends them. */
export class Jobs {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * An identical job that is saved or open is returned, with its result added to the requested collection, and nothing is sent.
   */
  enqueue({ idempotencyKey, another, collection = null, ...draft }: RouteInput<'jobs.enqueue'>): Job {
    const { store, drafts } = this.#parts
    const known = store.findByIdempotencyKey(idempotencyKey)
    if (known) return this.#show(known)
    const prepared = drafts.prepare(draft)
    const same = another ? null : store.findSame(prepared, this.#parts.isThere)
    const job = same && store.find(same.job)
    if (!same || !job) return this.#commit(idempotencyKey, { ...prepared, collection }, null)
    const shown = this.#show(job)
    if (same.kind === 'made' && collection !== null) this.#parts.collect(collection, resultsOf(shown))
    return { ...shown, already: same.kind }
  }

  list({ scope, limit, before }: RouteInput<'jobs.list'>): RouteOutput<'jobs.list'> {
    const states = scope === 'open' ? openStates : null
    const records = this.#parts.store.page(states, before === null ? null : Number(before), limit)
    const last = records.at(-1)
    return {
      jobs: this.#showAll(records),
      next: last && records.length === limit ? String(last.seq) : null,
    }
  }

  /** Jobs by id, for events; unknown ids are left out. */
  byIds(ids: readonly string[]): Job[] {
    return this.#showAll(ids.flatMap((id) => this.#parts.store.find(id) ?? []))
  }

  get(id: string): RouteOutput<'jobs.get'> {
    const record = this.#find(id)
    return { ...this.#show(record), values: record.values, request: record.request.text }
  }

  cancel(id: string): Job {
    const { store, clock, record, transaction } = this.#parts
    const job = this.#find(id)
    transaction(() => {
      if (!store.move(id, 'cancelled', { finishedAt: clock.now(), waitsUntil: null })) this.#wrongState(job)
      record(id, 'released', job.price ?? 0)
    })
    return this.#show(this.#find(id))
  }

  /** Does at once what a job waits for: polls it, downloads its result, or sends it if the service's rate limit allows that. */
  tryAgain(id: string): Job {
    const { store, engine } = this.#parts
    const job = this.#find(id)
    if (job.state === 'vanished' && store.move(id, 'running', { problem: null })) engine.poll(id)
    else if (job.state === 'saving' && store.note(id, 'saving', { waitsUntil: null })) engine.collect(id)
    else if (job.state === 'unsaved' && store.move(id, 'saving', { problem: null })) engine.collect(id)
    else if (job.state === 'running') engine.poll(id)
    else if (job.state === 'queued' && store.note(id, 'queued', { waitsUntil: null }))
      engine.send(job.connection.id, job.operation)
    else this.#wrongState(job)
    return this.#show(this.#find(id))
  }

  /** The price of the same request now. */
  async price(id: string): Promise<QuoteAnswer> {
    return this.#parts.drafts.priceOf(this.#find(id))
  }

  /** Enqueues the same request again, bound to the quote on its button; a job of a batch keeps its place there. */
  repeat({ id, idempotencyKey, quote }: RouteInput<'jobs.repeat'>): Job {
    const job = this.#find(id)
    const allowed: readonly JobState[] = ['failed', 'rejected', 'cancelled', 'closed', 'saved']
    if (!allowed.includes(job.state)) this.#wrongState(job)
    return this.#again(job, idempotencyKey, quote)
  }

  /** Accepts the new price that the button showed. @throws StudioError `price_changed` if it changed once more. */
  acceptPrice({ id, quote }: RouteInput<'jobs.accept_price'>): Job {
    const { drafts, checkBudgets, rebind, engine } = this.#parts
    const job = this.#find(id)
    if (job.state !== 'queued' || job.problem?.code !== jobErrors.priceChanged) this.#wrongState(job)
    const bound = drafts.quoteOf(job, quote)
    const more = Math.max(0, bound.price - (job.price ?? 0))
    checkBudgets({ connectionId: job.connection.id, collectionId: job.collection, prices: [more] })
    rebind(job, bound)
    engine.send(job.connection.id, job.operation)
    return this.#show(this.#find(id))
  }

  decide(input: RouteInput<'jobs.decide'>): Job {
    const { store, engine, clock, record, transaction } = this.#parts
    const job = this.#find(input.id)
    const known = input.choice === 'send_again' ? store.findByIdempotencyKey(input.idempotencyKey) : null
    if (known) return this.#show(known)
    const asked: readonly JobState[] =
      input.choice === 'send_again' ? ['uncertain'] : ['uncertain', 'vanished']
    if (!asked.includes(job.state)) this.#wrongState(job)
    if (input.choice === 'send_again') {
      const again = transaction(() => {
        store.move(job.id, 'closed', { finishedAt: clock.now() })
        return this.#again(job, input.idempotencyKey, input.quote)
      })
      return again
    }
    if (input.choice === 'close') store.move(job.id, 'closed', { finishedAt: clock.now() })
    else {
      const owner = store.findByRequest(input.requestId)
      if (owner && owner.id !== job.id)
        throw new StudioError({ code: jobErrors.requestTaken, money: 'none', params: { title: owner.title } })
      transaction(() => {
        store.move(job.id, 'running', { requestId: input.requestId, acceptedAt: clock.now(), problem: null })
        // A missing job is already accepted in the ledger.
        if (job.state === 'uncertain') record(job.id, 'accepted', job.price ?? 0)
      })
      engine.poll(job.id)
    }
    return this.#show(this.#find(job.id))
  }

  /** Marks failed jobs as refunded, because the balance proved it. */
  confirmRefunds(ids: readonly string[]): void {
    const { store, record, transaction } = this.#parts
    for (const id of ids) {
      const job = store.find(id)
      if (job?.problem?.money !== 'refund_unconfirmed') continue
      const problem = { ...job.problem, money: 'refund_in_balance' } as const
      transaction(() => {
        if (store.note(id, 'failed', { problem })) record(id, 'refunded', job.price ?? 0)
      })
    }
  }

  #again(job: JobRecord, idempotencyKey: string, shown: ShownQuote | null): Job {
    const { store, drafts } = this.#parts
    const known = store.findByIdempotencyKey(idempotencyKey)
    if (known) return this.#show(known)
    if (!hasRequest(job)) this.#wrongState(job)
    const quote = shown === null ? { price: null, quotedAt: null } : drafts.quoteOf(job, shown)
    return this.#commit(idempotencyKey, { ...job, ...quote, inputs: store.inputsOf(job.id) }, job.id)
  }

  #commit(idempotencyKey: string, prepared: Prepared, replaces: string | null): Job {
    const { store, uuid, clock, record, transaction, engine } = this.#parts
    const {
      connection,
      operation,
      model,
      title,
      values,
      request,
      price,
      quotedAt,
      seed,
      width,
      height,
      inputs = [],
      batch = null,
      label = null,
      collection = null,
    } = prepared
    const id = uuid()
    const bound = {
      connection,
      operation,
      model,
      title,
      values,
      request,
      price,
      quotedAt,
      seed,
      width,
      height,
      inputs,
      batch,
      label,
      collection,
    }
    this.#parts.checkBudgets({ connectionId: connection.id, collectionId: collection, prices: [price] })
    transaction(() => {
      store.insert({ ...bound, id, idempotencyKey, replaces, createdAt: clock.now() })
      record(id, 'quoted', price ?? 0)
    })
    engine.send(connection.id, operation)
    return this.#show(this.#find(id))
  }

  #find(id: string): JobRecord {
    const record = this.#parts.store.find(id)
    if (!record) throw new StudioError({ code: jobErrors.notFound, money: 'none' })
    return record
  }

  #wrongState(job: JobRecord): never {
    throw new StudioError({ code: jobErrors.wrongState, money: 'none', params: { state: job.state } })
  }

  #show(record: JobRecord): Job {
    return this.#view(record, this.#parts.assetsOf([record.id]).get(record.id) ?? [])
  }

  #showAll(records: JobRecord[]): Job[] {
    const assets = this.#parts.assetsOf(records.map(({ id }) => id))
    return records.map((record) => this.#view(record, assets.get(record.id) ?? []))
  }

  #view(record: JobRecord, assets: Asset[]): Job {
    const { live, atFields } = this.#parts
    const problem = record.problem && atFields(record, record.problem)
    return toJob({ ...record, problem }, live, assets)
  }
}

const resultsOf = ({ assets }: Job): string[] =>
  assets.filter(({ role, trashedAt }) => role === 'result' && trashedAt === null).map(({ id }) => id)
