import type { FaultRule } from '../faults/FaultRule.ts'
import type { RateLimits } from '../limits/RateLimit.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Parts } from '../Parts.ts'
import type { Counts } from '../Witness.ts'

/** One accepted submit. */
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

/** The sandbox's back door for tests and for the curious; the same over HTTP under `/__sandbox/`. */
export class SandboxControl {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Replaces all faults. Throws a sentence when one is wrong. */
  setFaults(rules: (FaultRule | string)[]): void {
    this.#parts.faults.set(rules)
  }

  /** The faults in force, with the counts that are left. */
  faults(): FaultRule[] {
    return this.#parts.faults.rules()
  }

  /** Every accepted submit, oldest first, since the state folder was new. */
  ledger(): LedgerEntry[] {
    return this.#parts.books.jobs().map((job) => ({
      requestId: job.id,
      operation: job.operation,
      body: job.body,
      uploads: job.uploads ?? {},
      price: job.price,
      at: job.acceptedAt,
    }))
  }

  /** Requests that arrived since the start or the last reset. */
  counts(): Counts {
    return this.#parts.witness.counts()
  }

  resetCounts(): void {
    this.#parts.witness.reset()
  }

  /** Dollars. */
  balance(): number {
    return this.#parts.books.balance(this.#parts.clock.now())
  }

  setBalance(dollars: number): void {
    this.#parts.books.credit(dollars - this.balance(), this.#parts.clock.now())
  }

  /** Multiplies the price of models, by slug. */
  setPrices(factors: Record<string, number>): void {
    this.#parts.settings.prices = { ...factors }
  }

  setLimits(limits: RateLimits): void {
    this.#parts.limiter.setLimits(limits)
  }

  /** Gives a model other limits and features than it had, as the live service does at times. */
  changeModel(slug: string, change: Pick<SandboxModel, 'limits' | 'features'>): void {
    this.#parts.catalogue.change(slug, change)
  }

  /** Withdraws exactly these models. */
  hideModels(slugs: string[]): void {
    this.#parts.catalogue.hide(slugs)
  }
}
