import { nullForStudioError } from '../../orNull.ts'
import { batchErrors, jobErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { isOlderThan, REFRESH_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import type { Database } from '../../storage/database/Database.ts'
import { addMoney } from '../spend/SpendSums.ts'
import type { Clock } from '../../world.ts'
import type { QuoteService } from './QuoteService.ts'
import { PricingRun } from './PricingRun.ts'
import { PriceChangedError } from './PriceChangedError.ts'
import type { JobPrices, QuotedBatches, QuotedJob, QuotedJobs, Requoter } from './Requoter.ts'

interface Dependencies<J extends QuotedJob> {
  database: Pick<Database, 'transaction'>
  jobs: Pick<QuotedJobs<J>, 'find'>
  order: {
    /** The unsent jobs of a batch. */
    unsent: (selection: { batch: string }) => readonly { id: string }[]
  }
  prices: JobPrices<J>
  quotes: Pick<QuoteService, 'isRefused'>
  batches: Pick<QuotedBatches, 'checkPriceIncrease'>
  requoter: Pick<Requoter<J>, 'accept'>
  clock: Clock
}

/** Current prices of the unsent jobs of a batch, for the user to accept. */
export class BatchPrices<J extends QuotedJob> {
  readonly #dependencies: Dependencies<J>
  /** The batch whose prices were requested last. */
  #offer: { batchId: string; pricing: PricingRun } | null = null

  constructor(dependencies: Dependencies<J>) {
    this.#dependencies = dependencies
  }

  /** Requests the prices that aren't recent one after another, until one is unavailable. */
  async requestPrices(batchId: string): Promise<{ jobs: number; total: Money; unpriced: number }> {
    const { prices, clock } = this.#dependencies
    const offer = { batchId, pricing: new PricingRun(clock) }
    this.#offer = offer
    await offer.pricing.during(async () => {
      const requestedAt = clock.now()
      for (const job of this.#pricedJobs(batchId)) {
        const known = prices.knownPriceOf(job, 'send')
        if (known && !isOlderThan(REFRESH_AGE_MS, known.quotedAt, requestedAt)) continue
        const result = await prices.priceOf(job).catch(nullForStudioError)
        if (result?.state === 'unavailable') break
      }
    })
    const { jobs, total, unpriced } = this.#total(batchId)
    return { jobs: jobs.length, total, unpriced }
  }

  /**
   * Binds the jobs to their new prices, if these add up to no more than what was shown.
   * @throws StudioError `price_changed`, `quote_outdated`, `batch_unpriced`.
   */
  accept(batchId: string, shownTotal: Money): void {
    const { batches, requoter, database, quotes, clock } = this.#dependencies
    const { jobs, total, unpriced } = this.#total(batchId)
    if (unpriced > 0)
      throw new StudioError({ code: batchErrors.unpriced, money: 'not_charged', params: { count: unpriced } })
    const { pricing } = this.#offer?.batchId === batchId ? this.#offer : { pricing: new PricingRun(clock) }
    const isRefused = jobs.every(({ job }) => quotes.isRefused(job.connection.id))
    if (
      !pricing.allowsClick(
        jobs.flatMap(({ quote }) => quote?.quotedAt ?? []),
        isRefused,
      )
    )
      throw new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })
    if (total > shownTotal) throw new PriceChangedError(shownTotal, total)
    const before = jobs.reduce((sum, { job }) => addMoney(sum, job.price ?? 0), 0)
    batches.checkPriceIncrease(batchId, Math.max(0, total - before))
    database.transaction(() => {
      for (const { job, quote } of jobs) if (quote) requoter.accept(job, quote)
    })
  }

  #total(batchId: string) {
    const { prices } = this.#dependencies
    const jobs = this.#pricedJobs(batchId).map((job) => ({ job, quote: prices.knownPriceOf(job, 'send') }))
    const total = jobs.reduce((sum, { quote }) => addMoney(sum, quote?.price ?? 0), 0)
    return { jobs, total, unpriced: jobs.filter(({ quote }) => quote === null).length }
  }

  /** Unsent jobs with a price. A job that was enqueued without a price stays without one. */
  #pricedJobs(batchId: string): J[] {
    const { order, jobs } = this.#dependencies
    const unsent = order.unsent({ batch: batchId }).flatMap(({ id }) => jobs.find(id) ?? [])
    return unsent.filter(({ price }) => price !== null)
  }
}
