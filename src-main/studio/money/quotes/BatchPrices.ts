import { batchErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { QuoteAnswer } from '../../../../src-preload/contract/types/quote.ts'
import { addMoney } from '../moneySums.ts'
import { priceChanged } from './priceChanged.ts'
import type { QuotedJob } from './Requotes.ts'

interface Dependencies<J extends QuotedJob> {
  /** Unsent jobs of a batch. */
  unsentOf: (batchId: string) => J[]
  /** The current price of a job. @throws StudioError if it can't be priced any more. */
  quote: (job: J) => Promise<QuoteAnswer>
  /** The same if it is known without a request. */
  known: (job: J) => { price: Money; quotedAt: number } | null
  bind: (job: J, quote: { price: Money; quotedAt: number }) => void
  /** Throws if this much more than is reserved now exceeds a limit. */
  checkBudgets: (jobs: readonly J[], more: Money) => void
  transaction: <T>(work: () => T) => T
}

/** Current prices of the unsent jobs of a batch, for the user to accept. */
export class BatchPrices<J extends QuotedJob> {
  readonly #dependencies: Dependencies<J>

  constructor(dependencies: Dependencies<J>) {
    this.#dependencies = dependencies
  }

  /** Requests unknown prices one after another, until the service fails. */
  async ask(batchId: string): Promise<{ jobs: number; total: Money; unpriced: number }> {
    for (const job of this.#priced(batchId)) {
      if (this.#dependencies.known(job)) continue
      const answer = await this.#dependencies.quote(job).catch((error: unknown) => {
        if (error instanceof StudioError) return null
        throw error
      })
      if (answer?.state === 'unavailable') break
    }
    const { jobs, total, unpriced } = this.#total(batchId)
    return { jobs: jobs.length, total, unpriced }
  }

  /** Binds the jobs to their new prices, if these add up to what was shown. @throws StudioError `price_changed`, `batch_unpriced`. */
  accept(batchId: string, shown: Money): void {
    const { checkBudgets, bind, transaction } = this.#dependencies
    const { jobs, total, unpriced } = this.#total(batchId)
    if (unpriced > 0)
      throw new StudioError({ code: batchErrors.unpriced, money: 'not_charged', params: { count: unpriced } })
    if (total !== shown) throw priceChanged(shown, total)
    const before = jobs.reduce((sum, { job }) => addMoney(sum, job.price ?? 0), 0)
    checkBudgets(
      jobs.map(({ job }) => job),
      Math.max(0, total - before),
    )
    transaction(() => {
      for (const { job, quote } of jobs) if (quote) bind(job, quote)
    })
  }

  #total(batchId: string) {
    const jobs = this.#priced(batchId).map((job) => ({ job, quote: this.#dependencies.known(job) }))
    const total = jobs.reduce((sum, { quote }) => addMoney(sum, quote?.price ?? 0), 0)
    return { jobs, total, unpriced: jobs.filter(({ quote }) => quote === null).length }
  }

  /** Jobs without a price were enqueued without one. */
  #priced(batchId: string): J[] {
    return this.#dependencies.unsentOf(batchId).filter(({ price }) => price !== null)
  }
}
