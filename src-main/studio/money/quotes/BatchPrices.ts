import { nullForStudioError } from '../../orNull.ts'
import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Database } from '../../storage/database/Database.ts'
import { addMoney } from '../spend/SpendSums.ts'
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
  batches: Pick<QuotedBatches, 'checkPriceIncrease'>
  requoter: Pick<Requoter<J>, 'accept'>
}

/** Current prices of the unsent jobs of a batch, for the user to accept. */
export class BatchPrices<J extends QuotedJob> {
  readonly #dependencies: Dependencies<J>

  constructor(dependencies: Dependencies<J>) {
    this.#dependencies = dependencies
  }

  /** Requests unknown prices one after another, until one is unavailable. */
  async requestPrices(batchId: string): Promise<{ jobs: number; total: Money; unpriced: number }> {
    const { prices } = this.#dependencies
    for (const job of this.#pricedJobs(batchId)) {
      if (prices.knownPriceOf(job)) continue
      const result = await prices.priceOf(job).catch(nullForStudioError)
      if (result?.state === 'unavailable') break
    }
    const { jobs, total, unpriced } = this.#total(batchId)
    return { jobs: jobs.length, total, unpriced }
  }

  /** Binds the jobs to their new prices, if these add up to what was shown. @throws StudioError `price_changed`, `batch_unpriced`. */
  accept(batchId: string, shownTotal: Money): void {
    const { batches, requoter, database } = this.#dependencies
    const { jobs, total, unpriced } = this.#total(batchId)
    if (unpriced > 0)
      throw new StudioError({ code: batchErrors.unpriced, money: 'not_charged', params: { count: unpriced } })
    if (total !== shownTotal) throw new PriceChangedError(shownTotal, total)
    const before = jobs.reduce((sum, { job }) => addMoney(sum, job.price ?? 0), 0)
    batches.checkPriceIncrease(batchId, Math.max(0, total - before))
    database.transaction(() => {
      for (const { job, quote } of jobs) if (quote) requoter.accept(job, quote)
    })
  }

  #total(batchId: string) {
    const { prices } = this.#dependencies
    const jobs = this.#pricedJobs(batchId).map((job) => ({ job, quote: prices.knownPriceOf(job) }))
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
