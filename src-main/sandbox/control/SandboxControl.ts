import type { FaultRule } from '../faults/FaultKind.ts'
import type { RateLimits } from '../limits/RateLimit.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import type { RequestCounts } from './RequestRecorder.ts'

/** One accepted job. */
export interface LedgerEntry {
  requestId: string
  operation: string
  /** The fields as they were sent. */
  body: Record<string, unknown>
  /** SHA-256 of each uploaded file, by field. */
  uploads: Record<string, string[]>
  /** Dollars charged. */
  price: number
  /** Milliseconds since the epoch. */
  at: number
}

/** Inspects and changes a running sandbox, for tests and manual use. `/__sandbox/` offers most of it over HTTP. */
export class SandboxControl {
  readonly #context: SandboxContext

  constructor(context: SandboxContext) {
    this.#context = context
  }

  /** Replaces all faults. Throws with a readable message when one is invalid. */
  setFaults(rules: (FaultRule | string)[]): void {
    this.#context.faults.set(rules)
  }

  /** The active faults with their remaining counts. */
  faults(): FaultRule[] {
    return this.#context.faults.rules()
  }

  /** All accepted jobs, oldest first, including those from before a restart. */
  ledger(): LedgerEntry[] {
    return this.#context.accounts.jobs().map((job) => ({
      requestId: job.id,
      operation: job.operation,
      body: job.body,
      uploads: job.uploads ?? {},
      price: job.price,
      at: job.acceptedAt,
    }))
  }

  /** Requests received since the start or the last reset. */
  counts(): RequestCounts {
    return this.#context.recorder.counts()
  }

  resetCounts(): void {
    this.#context.recorder.reset()
  }

  /** Dollars. */
  balance(): number {
    return this.#context.accounts.balance(this.#context.clock.now())
  }

  setBalance(dollars: number): void {
    this.#context.accounts.credit(dollars - this.balance(), this.#context.clock.now())
  }

  /** Sets factors on the prices of models, by slug. */
  setPrices(factors: Record<string, number>): void {
    this.#context.settings.prices = { ...factors }
  }

  setLimits(limits: RateLimits): void {
    this.#context.limiter.setLimits(limits)
  }

  /** Changes a model's limits and features, as the live service sometimes does. */
  changeModel(slug: string, change: Pick<SandboxModel, 'limits' | 'features'>): void {
    this.#context.catalogue.change(slug, change)
  }

  /** Withdraws these models and restores all others. */
  hideModels(slugs: string[]): void {
    this.#context.catalogue.hide(slugs)
  }
}
