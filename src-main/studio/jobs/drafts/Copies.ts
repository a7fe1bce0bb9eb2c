import { formErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { StudioEvents } from '../../events.ts'
import type { Budgets } from '../../money/Budgets.ts'
import { PriceChangedError } from '../../money/quotes/PriceChangedError.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import { addMoney } from '../../money/spend/SpendSums.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import type { Jobs } from '../Jobs.ts'
import type { QueueOrder } from '../store/QueueOrder.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { JobViews } from '../store/JobViews.ts'
import type { PreparedJob } from '../store/newJobs.ts'
import type { Drafts } from './Drafts.ts'
import type { PromptHistory } from './PromptHistory.ts'

interface Dependencies {
  database: Pick<Database, 'transaction'>
  store: Pick<JobStore, 'findByIdempotencyKey' | 'insert' | 'find'>
  views: Pick<JobViews, 'view'>
  drafts: Pick<Drafts, 'open' | 'prepare'>
  jobs: Pick<Jobs, 'findIdentical' | 'reuseIdentical'>
  order: Pick<QueueOrder, 'move'>
  clickPolicy: Pick<Budgets, 'check'>
  ledger: Pick<Ledger, 'recordAll'>
  events: Pick<StudioEvents, 'emit'>
  /** The history of prompts, to which the texts of a form that is run are added. */
  prompts: Pick<PromptHistory, 'record'>
  uuid: () => string
  clock: Clock
}

type Input = RouteInput<'jobs.enqueue_copies'>
type Draft = Pick<Input, 'operation' | 'model' | 'values' | 'quote'>

/** Maximum number of seeds that are drawn per copy to find one that no job has. Some models have only a few seeds. */
const MAX_DRAWS = 50

/**
 * Enqueues several copies of a form with one click. The first copy has the seed of the form, each other one a new seed.
 */
export class Copies {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Enqueues all copies or none. Unless `another` is set, a job that is identical to the first copy is returned instead, as for a
   * single job. @throws StudioError `price_changed` if the prices add up to more than `total`, and those of `Drafts.prepare`.
   */
  enqueue(input: Input): RouteOutput<'jobs.enqueue_copies'> {
    const { store, views, jobs, clickPolicy } = this.#dependencies
    const {
      idempotencyKey,
      copies,
      total,
      another,
      first: toFront = false,
      collection = null,
      operation,
      model,
      values,
      quote,
    } = input
    const keys = Array.from({ length: copies }, (_, index) => `${idempotencyKey}/${index}`)
    const earlier = keys.flatMap((key) => store.findByIdempotencyKey(key) ?? [])
    if (earlier.length > 0) return { jobs: earlier.map((job) => views.view(job)) }
    const draft = { operation, model, values, quote }
    const first = this.#prepareFirst(draft, copies)
    const identical = another ? null : jobs.reuseIdentical(first, collection)
    if (identical) return { jobs: [identical] }
    const prepared = this.#withNewSeeds(draft, first, copies)
    const prices = prepared.map(({ price }) => price)
    const sum = sumOf(prices)
    if (isHigher(sum, total)) throw new PriceChangedError(total ?? 0, sum ?? 0)
    clickPolicy.check({ connectionId: first.connection.id, collectionId: collection, prices })
    const copiesToAdd = prepared.map((job) => ({ ...job, collection }))
    return { jobs: this.#commit(copiesToAdd, keys, toFront, draft) }
  }

  /** @throws StudioError `price_changed` with the prices of all copies, as on the button. */
  #prepareFirst(draft: Draft, copies: number): PreparedJob {
    try {
      return this.#dependencies.drafts.prepare(draft)
    } catch (error) {
      if (!(error instanceof PriceChangedError)) throw error
      throw new PriceChangedError(error.shown * copies, error.price * copies)
    }
  }

  /** The first copy, and others with seeds that no job of the same request has. @throws StudioError `invalid_form` without a seed. */
  #withNewSeeds(draft: Draft, first: PreparedJob, copies: number): PreparedJob[] {
    const { drafts, jobs } = this.#dependencies
    const seeds = drafts
      .open(draft.operation, draft.model)
      .fields.flatMap(({ kind, name }) => (kind === 'seed' ? [name] : []))
    if (seeds.length === 0) throw new StudioError({ code: formErrors.invalidForm, money: 'not_charged' })
    const seedless = Object.entries(draft.values).filter(([entry]) => !seeds.includes(entry))
    const withoutSeed = { ...draft, values: Object.fromEntries(seedless) }
    const prepared = [first]
    for (let draws = 0; prepared.length < copies; draws++) {
      if (draws > MAX_DRAWS * copies)
        throw new StudioError({
          code: formErrors.invalidForm,
          money: 'not_charged',
          fields: Object.fromEntries(seeds.map((name) => [name, []])),
        })
      const copy = drafts.prepare(withoutSeed)
      const isNew = prepared.every(({ request }) => request.text !== copy.request.text)
      if (isNew && jobs.findIdentical(copy) === null) prepared.push(copy)
    }
    return prepared
  }

  #commit(
    prepared: readonly PreparedJob[],
    keys: readonly string[],
    toFront: boolean,
    { operation, values }: Draft,
  ): Job[] {
    const { database, store, order, views, ledger, events, uuid, clock, prompts } = this.#dependencies
    const createdAt = clock.now()
    const ids = database.transaction(() => {
      const quoted = prepared.map((job, index) => {
        const id = uuid()
        const idempotencyKey = keys[index] ?? id
        store.insert({ ...job, id, idempotencyKey, replaces: null, createdAt, priority: 0 })
        return { jobId: id, amount: job.price ?? 0 }
      })
      ledger.recordAll(quoted, 'quoted')
      const ids = quoted.map(({ jobId }) => jobId)
      if (toFront) order.move(ids, 'front')
      prompts.record(operation, values)
      return ids
    })
    const [first] = prepared
    events.emit('jobsToSend', first?.connection.id ?? null, first?.operation ?? null)
    return ids.flatMap((id) => store.find(id) ?? []).map((job) => views.view(job))
  }
}

/** Whether a sum differs from the shown total to the user's disadvantage. Null: unknown. */
const isHigher = (sum: Money | null, shown: Money | null): boolean =>
  sum === null || shown === null ? sum !== shown : sum > shown

/** The sum of prices; null if one is unknown. */
const sumOf = (prices: readonly (Money | null)[]): Money | null =>
  prices.reduce<Money | null>(
    (sum, price) => (sum === null || price === null ? null : addMoney(sum, price)),
    0,
  )
