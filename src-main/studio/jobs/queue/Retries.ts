import { nullForStudioError } from '../../orNull.ts'
import { setImmediate } from 'node:timers/promises'
import { jobErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { MoneyOutcome } from '../../../../src-preload/contract/types/problem.ts'
import type { RetryOffer } from '../../../../src-preload/contract/types/queue.ts'
import { isRequestRejected } from '../../../../src-preload/shared/isRequestRejected.ts'
import { isOlderThan, REFRESH_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import type { StudioEvents } from '../../events.ts'
import type { Budgets, ClickCost } from '../../money/Budgets.ts'
import { PricingRun } from '../../money/quotes/PricingRun.ts'
import type { QuoteService } from '../../money/quotes/QuoteService.ts'
import { PriceChangedError } from '../../money/quotes/PriceChangedError.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import { addMoney, cappedSumSql } from '../../money/spend/SpendSums.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import type { BatchTable } from '../batches/BatchTable.ts'
import type { Drafts } from '../drafts/Drafts.ts'
import { hasRequest, type JobRecord, NOT_REPLACED } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { QueueOrder } from '../store/QueueOrder.ts'

interface Quote {
  price: Money
  quotedAt: number
}

interface Dependencies {
  database: Database
  store: Pick<JobStore, 'find' | 'insert' | 'inputsOf'>
  drafts: Pick<Drafts, 'knownPrices' | 'priceOf'>
  quotes: Pick<QuoteService, 'isRefused'>
  clickPolicy: Pick<Budgets, 'check'>
  ledger: Pick<Ledger, 'recordAll'>
  batches: Pick<BatchTable, 'find'>
  order: Pick<QueueOrder, 'setHold'>
  events: StudioEvents
  uuid: () => string
  clock: Clock
}

/** States of jobs without a result. An offer states which of them can be retried. */
const STATES_WITHOUT_RESULT: readonly JobState[] = ['failed', 'rejected', 'uncertain', 'vanished', 'closed']
/** Number of jobs read before yielding to the event loop. */
const JOBS_PER_TICK = 100

type ExclusionReason = keyof RetryOffer['leftOut']

/** Retries many failed jobs with one click. Only jobs that certainly cost nothing are included. */
export class Retries {
  readonly #dependencies: Dependencies
  /** When the prices of the last offer were requested. */
  #pricing: PricingRun

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#pricing = new PricingRun(dependencies.clock)
  }

  /** Requests the prices that aren't recent one after another, until one is unavailable. */
  offer(selection: RouteInput<'queue.offer_retry'>): Promise<RetryOffer> {
    const pricing = new PricingRun(this.#dependencies.clock)
    this.#pricing = pricing
    return pricing.during(() => this.#offer(selection))
  }

  async #offer(selection: RouteInput<'queue.offer_retry'>): Promise<RetryOffer> {
    const { store, drafts, clock } = this.#dependencies
    const requestedAt = clock.now()
    const offer: RetryOffer = {
      ids: [],
      total: 0,
      leftOut: { uncertain: 0, unconfirmed: 0, charged: 0, permanent: 0, unpriced: 0 },
    }
    const knownPriceOf = drafts.knownPrices('send')
    let canRequest = true
    for (const [index, id] of this.#candidates(selection).entries()) {
      if (index > 0 && index % JOBS_PER_TICK === 0) await setImmediate()
      const job = store.find(id)
      if (!job) continue
      const reason = findExclusionReason(job)
      if (reason !== null) {
        offer.leftOut[reason]++
        continue
      }
      let known = knownPriceOf(job)
      if (canRequest && (!known || isOlderThan(REFRESH_AGE_MS, known.quotedAt, requestedAt))) {
        const result = await drafts.priceOf(job).catch(nullForStudioError)
        known = result?.state === 'priced' ? result : null
        if (result?.state === 'unavailable') canRequest = false
      }
      if (!known) offer.leftOut.unpriced++
      else {
        offer.ids.push(id)
        offer.total = addMoney(offer.total, known.price)
      }
    }
    return offer
  }

  /** Enqueues the jobs of an offer again. Each takes the place of the job that failed, also in its batch. */
  retry({ ids, idempotencyKey, total }: RouteInput<'queue.retry'>): RouteOutput<'queue.retry'> {
    const { database, store, clickPolicy, ledger, batches, order, events, uuid, clock } = this.#dependencies
    const earlier = this.#enqueuedBy(idempotencyKey)
    if (earlier.jobs > 0) return earlier
    const jobs = this.#quotedJobs(ids)
    const sum = jobs.reduce((all, { price }) => addMoney(all, price), 0)
    if (sum > total) throw new PriceChangedError(total, sum)
    clickPolicy.check(...costsOf(jobs))
    const createdAt = clock.now()
    database.transaction(() => {
      const quoted = jobs.map(({ job, price, quotedAt }, index) => {
        const inputs = store.inputsOf(job.id)
        const identity = {
          id: uuid(),
          idempotencyKey: keyOf(idempotencyKey, index),
          replaces: job.id,
          createdAt,
        }
        store.insert({ ...job, ...identity, price, quotedAt, inputs, priority: job.batch === null ? 0 : 1 })
        return { jobId: identity.id, amount: price }
      })
      ledger.recordAll(quoted, 'quoted')
      for (const batch of new Set(jobs.flatMap(({ job }) => job.batch ?? [])))
        if (batches.find(batch)?.state !== 'running') order.setHold(batch, true)
    })
    events.emit('jobsToSend', null, null)
    events.emitToWindows({ type: 'queue.changed' })
    return { jobs: jobs.length, quoted: sum }
  }

  /** Ids of the selected jobs without a result, oldest first, without those that were retried. */
  #candidates(selection: RouteInput<'queue.offer_retry'>): string[] {
    const states = STATES_WITHOUT_RESULT.map((state) => `'${state}'`).join(', ')
    const [where, value] =
      'batch' in selection
        ? ['batch_id = ?', selection.batch]
        : ['id IN (SELECT value FROM json_each(?))', JSON.stringify(selection.ids)]
    const sql = `SELECT id FROM jobs WHERE ${where} AND state IN (${states}) AND ${NOT_REPLACED} ORDER BY seq`
    return this.#dependencies.database.all(sql, value).map(({ id }) => String(id))
  }

  /** The jobs with their current quotes. @throws StudioError if one of them may not be retried or has no quote any more. */
  #quotedJobs(ids: readonly string[]): (Quote & { job: JobRecord })[] {
    const { store, drafts, quotes } = this.#dependencies
    const retryable = new Set(this.#candidates({ ids: [...ids] }))
    const knownPriceOf = drafts.knownPrices('send')
    return [...new Set(ids)].map((id) => {
      const job = retryable.has(id) ? store.find(id) : null
      if (!job || findExclusionReason(job) !== null)
        throw new StudioError({ code: jobErrors.wrongState, money: 'not_charged' })
      const quote = knownPriceOf(job)
      if (!quote || !this.#pricing.allowsClick([quote.quotedAt], quotes.isRefused(job.connection.id)))
        throw new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })
      return { job, ...quote }
    })
  }

  /** What an earlier request of the same click enqueued. */
  #enqueuedBy(idempotencyKey: string): RouteOutput<'queue.retry'> {
    const row = this.#dependencies.database.get(
      `SELECT count(*) AS jobs, ${cappedSumSql('price')} AS quoted FROM jobs WHERE idempotency_key >= ? AND idempotency_key < ?`,
      `${idempotencyKey}/`,
      `${idempotencyKey}0`,
    )
    return { jobs: Number(row?.['jobs'] ?? 0), quoted: Number(row?.['quoted'] ?? 0) }
  }
}

/** The keys of a click's jobs sort between `key/` and `key0`. */
const keyOf = (idempotencyKey: string, index: number): string => `${idempotencyKey}/${index}`

/** Outcomes with which a job certainly cost nothing. */
const NO_COST: readonly MoneyOutcome[] = ['refunded', 'refund_in_balance', 'not_charged']

/** Why a job is left out of a retry; null if it is included. An unreadable problem proves no refund. */
function findExclusionReason(job: JobRecord): ExclusionReason | null {
  const { state, problem } = job
  if (state !== 'failed' && state !== 'rejected') return 'uncertain'
  if (problem?.money === 'charged') return 'charged'
  if (!problem || !NO_COST.includes(problem.money)) return 'unconfirmed'
  return isRequestRejected(job) || !hasRequest(job) ? 'permanent' : null
}

/** What a click costs each connection and collection. */
function costsOf(jobs: readonly { job: JobRecord; price: Money }[]): ClickCost[] {
  const owners = Map.groupBy(jobs, ({ job }) => JSON.stringify([job.connection.id, job.collection]))
  return [...owners.values()].flatMap((group) => {
    const prices = group.map(({ price }) => price)
    const [first] = group
    return first
      ? [{ connectionId: first.job.connection.id, collectionId: first.job.collection, prices }]
      : []
  })
}
