import { batchErrors, StudioError, jobErrors } from '../../../../src-preload/contract/errors.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { addMoney } from '../spend/SpendSums.ts'
import type { QuotedJob } from './Requoter.ts'

interface Dependencies<J extends QuotedJob> {
  /** Unsent jobs of a batch. */
  unsentJobs: (batchId: string) => J[]
  /** Requests the current price of a job. @throws StudioError if it can't be priced any more. */
  quote: (job: J) => Promise<QuoteResult>
  /** The current price of a job if it is known without a request. */
  knownQuote: (job: J) => { price: Money; quotedAt: number } | null
  /** Replaces the quote of a job. */
  bind: (job: J, quote: { price: Money; quotedAt: number }) => void
  /** Throws if an increase of the prices of a batch exceeds a spending limit. */
  checkBudgets: (batchId: string, increase: Money) => void
  transaction: <T>(work: () => T) => T
}

/** Current prices of the unsent jobs of a batch, for the user to accept. */
export class BatchPrices<J extends QuotedJob> {
  readonly #dependencies: Dependencies<J>

  constructor(dependencies: Dependencies<J>) {
    this.#dependencies = dependencies
  }

  /** Requests unknown prices one after another, until one is unavailable. */
  async requestPrices(batchId: string): Promise<{ jobs: number; total: Money; unpriced: number }> {
    for (const job of this.#pricedJobs(batchId)) {
      if (this.#dependencies.knownQuote(job)) continue
      const result = await this.#dependencies.quote(job).catch((error: unknown) => {
        if (error instanceof StudioError) return null
        throw error
      })
      if (result?.state === 'unavailable') break
    }
    const { jobs, total, unpriced } = this.#total(batchId)
    return { jobs: jobs.length, total, unpriced }
  }

  /** Binds the jobs to their new prices, if these add up to what was shown. @throws StudioError `price_changed`, `batch_unpriced`. */
  accept(batchId: string, shownTotal: Money): void {
    const { checkBudgets, bind, transaction } = this.#dependencies
    const { jobs, total, unpriced } = this.#total(batchId)
    if (unpriced > 0)
      throw new StudioError({ code: batchErrors.unpriced, money: 'not_charged', params: { count: unpriced } })
    if (total !== shownTotal) throw priceChangedError(shownTotal, total)
    const before = jobs.reduce((sum, { job }) => addMoney(sum, job.price ?? 0), 0)
    checkBudgets(batchId, Math.max(0, total - before))
    transaction(() => {
      for (const { job, quote } of jobs) if (quote) bind(job, quote)
    })
  }

  #total(batchId: string) {
    const jobs = this.#pricedJobs(batchId).map((job) => ({ job, quote: this.#dependencies.knownQuote(job) }))
    const total = jobs.reduce((sum, { quote }) => addMoney(sum, quote?.price ?? 0), 0)
    return { jobs, total, unpriced: jobs.filter(({ quote }) => quote === null).length }
  }

  /** Unsent jobs with a price. A job that was enqueued without a price stays without one. */
  #pricedJobs(batchId: string): J[] {
    return this.#dependencies.unsentJobs(batchId).filter(({ price }) => price !== null)
  }
}

/** The error about a price that differs from the one that was shown. */
export const priceChangedError = (shown: Money, price: Money): StudioError =>
  new StudioError({ code: jobErrors.priceChanged, money: 'not_charged', params: { shown, price } })
