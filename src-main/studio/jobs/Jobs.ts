import { jobErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { Job, JobState } from '../../../src-preload/contract/types/job.ts'
import type { QuoteResult, ShownQuote } from '../../../src-preload/contract/types/quote.ts'
import type { Budgets } from '../money/Budgets.ts'
import type { Requoter } from '../money/quotes/Requoter.ts'
import type { Database } from '../storage/database/Database.ts'
import type { Clock } from '../world.ts'
import type { Drafts } from './drafts/Drafts.ts'
import type { QueueOrder } from './store/QueueOrder.ts'
import type { JobEngine } from './engine/JobEngine.ts'
import type { PreparedJob } from './store/newJobs.ts'
import type { Ledger } from '../money/spend/Ledger.ts'
import { hasRequest, type JobRecord } from './store/JobRecord.ts'
import type { JobStore } from './store/JobStore.ts'
import type { LibraryModule } from '../library/LibraryModule.ts'
import type { PromptHistory } from './drafts/PromptHistory.ts'
import { OPEN_STATES } from '../../../src-preload/shared/jobStates.ts'
import type { JobViews } from './store/JobViews.ts'

interface Dependencies {
  store: JobStore
  views: JobViews
  engine: JobEngine
  drafts: Pick<Drafts, 'prepare' | 'priceOf' | 'quoteOf'>
  /** Binds an unsent job to another quote. */
  requoter: Pick<Requoter<JobRecord>, 'accept'>
  clickPolicy: Pick<Budgets, 'check'>
  library: Pick<LibraryModule, 'hasFile' | 'addToCollection'>
  ledger: Pick<Ledger, 'record'>
  /** The history of prompts, to which the texts of a form that is run are added. */
  prompts: Pick<PromptHistory, 'record'>
  database: Pick<Database, 'transaction'>
  order: Pick<QueueOrder, 'move'>
  uuid: () => string
  clock: Clock
}

/** The user's actions on jobs. They write rows; `JobEngine` then sends, polls or downloads the jobs. */
export class Jobs {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Enqueues a job. Unless `another` is set, an identical job that is saved, open or may have been charged is returned
   * instead. If it is saved, its result is added to the requested collection.
   */
  enqueue({
    idempotencyKey,
    another,
    first = false,
    collection = null,
    ...draft
  }: RouteInput<'jobs.enqueue'>): Job {
    const { store, drafts } = this.#dependencies
    const known = store.findByIdempotencyKey(idempotencyKey)
    if (known) return this.#dependencies.views.view(known)
    const prepared = drafts.prepare(draft)
    const identical = another ? null : this.reuseIdentical(prepared, collection)
    return identical ?? this.#commit(idempotencyKey, { ...prepared, collection }, { first, entered: draft })
  }

  /** As `findIdentical`, but also adds the result of a saved job to the collection that was chosen for a new one. */
  reuseIdentical(prepared: PreparedJob, collection: string | null): Job | null {
    const identical = this.findIdentical(prepared)
    if (identical?.already === 'completed' && collection !== null)
      this.#dependencies.library.addToCollection(collection, resultsOf(identical))
    return identical
  }

  /** The job that makes another one with the same request unnecessary, marked `already`; null if there is none. */
  findIdentical(prepared: PreparedJob): Job | null {
    const { store, library, views } = this.#dependencies
    const identical = store.findIdenticalJob(prepared, (id) => library.hasFile(id))
    const job = identical && store.find(identical.job)
    return job ? { ...views.view(job), already: identical.kind } : null
  }

  list({ scope, limit, before }: RouteInput<'jobs.list'>): RouteOutput<'jobs.list'> {
    const states = scope === 'open' ? OPEN_STATES : null
    const records = this.#dependencies.store.page(states, before === null ? null : Number(before), limit)
    const last = records.at(-1)
    return {
      jobs: this.#dependencies.views.viewAll(records),
      next: last && records.length === limit ? String(last.seq) : null,
    }
  }

  get(id: string): RouteOutput<'jobs.get'> {
    const record = this.#find(id)
    return {
      ...this.#dependencies.views.view(record),
      values: record.values,
      request: record.request.text,
      retry: this.#dependencies.store.findLatestRetry(id),
    }
  }

  cancel(id: string): Job {
    const { store, clock, ledger, database } = this.#dependencies
    const job = this.#find(id)
    database.transaction(() => {
      if (!store.move(id, 'cancelled', { finishedAt: clock.now(), waitsUntil: null })) this.#wrongState(job)
      ledger.record(id, 'released', job.price ?? 0)
    })
    return this.#dependencies.views.view(this.#find(id))
  }

  /** Ends the wait of a job: polls it, downloads its result, or sends it when the service's rate limit allows that. */
  tryAgain(id: string): Job {
    const { store, engine } = this.#dependencies
    const job = this.#find(id)
    if (job.state === 'vanished' && store.move(id, 'running', { problem: null })) engine.poll(id)
    else if (job.state === 'saving' && store.update(id, 'saving', { waitsUntil: null })) engine.collect(id)
    else if (job.state === 'unsaved' && store.move(id, 'saving', { problem: null })) engine.collect(id)
    else if (job.state === 'running') engine.poll(id)
    else if (job.state === 'queued' && store.update(id, 'queued', { waitsUntil: null }))
      engine.send(job.connection.id, job.operation)
    else this.#wrongState(job)
    return this.#dependencies.views.view(this.#find(id))
  }

  /** The current price of the job's request. */
  async price(id: string): Promise<QuoteResult> {
    return this.#dependencies.drafts.priceOf(this.#find(id))
  }

  /** Enqueues the same request again at the price that the button showed. A job of a batch keeps its place in the batch. */
  repeat({ id, idempotencyKey, quote }: RouteInput<'jobs.repeat'>): Job {
    const job = this.#find(id)
    const allowed: readonly JobState[] = ['failed', 'rejected', 'cancelled', 'closed', 'saved']
    if (!allowed.includes(job.state)) this.#wrongState(job)
    return this.#enqueueAgain(job, idempotencyKey, quote)
  }

  /** Accepts the new price that the button showed. @throws StudioError `price_changed` if it changed again. */
  acceptPrice({ id, quote }: RouteInput<'jobs.accept_price'>): Job {
    const { drafts, clickPolicy, requoter, engine } = this.#dependencies
    const job = this.#find(id)
    if (job.state !== 'queued' || job.problem?.code !== jobErrors.priceChanged) this.#wrongState(job)
    const accepted = drafts.quoteOf(job, quote)
    const increase = accepted.price - (job.price ?? 0)
    const { connection, collection: collectionId } = job
    // A price that hasn't risen reserves nothing more.
    if (increase > 0)
      clickPolicy.check({
        connectionId: connection.id,
        collectionId,
        prices: [increase],
        whole: accepted.price,
      })
    requoter.accept(job, accepted)
    engine.send(job.connection.id, job.operation)
    return this.#dependencies.views.view(this.#find(id))
  }

  /** Resolves an uncertain or missing job as the user decided: sends it again, closes it, or polls the request id that the user found. */
  resolveUncertain(input: RouteInput<'jobs.resolve_uncertain'>): Job {
    const { store, engine, clock, ledger, database } = this.#dependencies
    const job = this.#find(input.id)
    const known = input.choice === 'send_again' ? store.findByIdempotencyKey(input.idempotencyKey) : null
    if (known) return this.#dependencies.views.view(known)
    const allowed: readonly JobState[] =
      input.choice === 'send_again' ? ['uncertain'] : ['uncertain', 'vanished']
    if (!allowed.includes(job.state)) this.#wrongState(job)
    if (input.choice === 'send_again') {
      const again = database.transaction(() => {
        if (!store.move(job.id, 'closed', { finishedAt: clock.now() })) this.#wrongState(job)
        return this.#enqueueAgain(job, input.idempotencyKey, input.quote)
      })
      return again
    }
    if (input.choice === 'close') store.move(job.id, 'closed', { finishedAt: clock.now() })
    else {
      const owner = store.findByRequest(input.requestId)
      if (owner && owner.id !== job.id)
        throw new StudioError({ code: jobErrors.requestTaken, money: 'none', params: { title: owner.title } })
      database.transaction(() => {
        const accepted = { requestId: input.requestId, acceptedAt: clock.now(), problem: null }
        if (!store.move(job.id, 'running', accepted)) this.#wrongState(job)
        // A missing job is already recorded as accepted.
        if (job.state === 'uncertain') ledger.record(job.id, 'accepted', job.price ?? 0)
      })
      engine.poll(job.id)
    }
    return this.#dependencies.views.view(this.#find(job.id))
  }

  /** Marks failed jobs as refunded, because the balance proved it. */
  confirmRefunds(ids: readonly string[]): void {
    const { store, ledger, database } = this.#dependencies
    for (const id of ids) {
      const job = store.find(id)
      if (job?.problem?.money !== 'refund_unconfirmed') continue
      const problem = { ...job.problem, money: 'refund_in_balance' } as const
      database.transaction(() => {
        if (store.update(id, 'failed', { problem })) ledger.record(id, 'refunded', job.price ?? 0)
      })
    }
  }

  #enqueueAgain(job: JobRecord, idempotencyKey: string, shown: ShownQuote | null): Job {
    const { store, drafts } = this.#dependencies
    const known = store.findByIdempotencyKey(idempotencyKey)
    if (known) return this.#dependencies.views.view(known)
    if (!hasRequest(job)) this.#wrongState(job)
    const quote = shown === null ? { price: null, quotedAt: null } : drafts.quoteOf(job, shown)
    return this.#commit(
      idempotencyKey,
      { ...job, ...quote, inputs: store.inputsOf(job.id) },
      { replaces: job.id },
    )
  }

  #commit(
    idempotencyKey: string,
    prepared: PreparedJob,
    {
      replaces = null,
      first = false,
      entered,
    }: { replaces?: string | null; first?: boolean; entered?: { operation: string; values: Values } },
  ): Job {
    const { store, order, uuid, clock, ledger, database, engine, prompts } = this.#dependencies
    const { connection, operation, price, collection = null } = prepared
    const id = uuid()
    this.#dependencies.clickPolicy.check({
      connectionId: connection.id,
      collectionId: collection,
      prices: [price],
    })
    database.transaction(() => {
      store.insert({ ...prepared, priority: 0, id, idempotencyKey, replaces, createdAt: clock.now() })
      if (first) order.move([id], 'front')
      ledger.record(id, 'quoted', price ?? 0)
      if (entered) prompts.record(entered.operation, entered.values)
    })
    engine.send(connection.id, operation)
    return this.#dependencies.views.view(this.#find(id))
  }

  #find(id: string): JobRecord {
    const record = this.#dependencies.store.find(id)
    if (!record) throw new StudioError({ code: jobErrors.notFound, money: 'none' })
    return record
  }

  #wrongState(job: JobRecord): never {
    throw new StudioError({ code: jobErrors.wrongState, money: 'none', params: { state: job.state } })
  }
}

const resultsOf = ({ assets }: Job): string[] =>
  assets.filter(({ role, trashedAt }) => role === 'result' && trashedAt === null).map(({ id }) => id)
