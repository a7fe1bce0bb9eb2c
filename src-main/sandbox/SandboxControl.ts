import { type FaultRule, checkFault } from './faults/FaultInjector.ts'
import type { RateLimits } from './http/RateLimiter.ts'
import type { SandboxModel } from './models/SandboxModel.ts'
import type { SandboxContext } from './SandboxContext.ts'
import type { RequestCounts } from './http/RequestCounter.ts'
import type { ParsedRequest } from './http/ParsedRequest.ts'
import { dataReply, errorReply, type Reply } from './http/Reply.ts'

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
    this.#context.faults.setRules(rules)
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
    return this.#context.requestCounter.counts()
  }

  resetCounts(): void {
    this.#context.requestCounter.reset()
  }

  /** Dollars. */
  balance(): number {
    return this.#context.accounts.balance(this.#context.clock.now())
  }

  setBalance(dollars: number): void {
    this.#context.accounts.addCredit(dollars - this.balance(), this.#context.clock.now())
  }

  /** Sets price multipliers by model slug, in place of earlier ones. */
  setPriceFactors(factors: Record<string, number>): void {
    this.#context.settings.priceFactors = { ...factors }
  }

  setLimits(limits: RateLimits): void {
    this.#context.rateLimiter.setLimits(limits)
  }

  /** Changes some of a model's limits and features, as the live service sometimes does. */
  changeModel(slug: string, change: Pick<SandboxModel, 'limits' | 'features'>): void {
    this.#context.models.change(slug, change)
  }

  /** Withdraws these models and restores all others. */
  hideModels(slugs: string[]): void {
    this.#context.models.setHidden(slugs)
  }
}

/** Serves `/__sandbox/…`: the control interface over HTTP. The caller has checked the key. */
export function handleControlRequest(request: ParsedRequest, context: SandboxContext): Reply {
  const control = new SandboxControl(context)
  const { fields } = request.body
  switch (`${request.method} ${request.path}`) {
    case 'GET /__sandbox/faults':
      return dataReply(control.faults())
    case 'POST /__sandbox/faults':
      if (!Array.isArray(fields.faults)) return errorReply(422, 'faults must be a list.')
      try {
        control.setFaults(fields.faults.map(checkFault))
        return dataReply(control.faults())
      } catch (error) {
        return errorReply(422, error instanceof Error ? error.message : String(error))
      }
    case 'GET /__sandbox/ledger':
      return dataReply(control.ledger())
    case 'GET /__sandbox/counts':
      return dataReply(control.counts())
    case 'POST /__sandbox/counts/reset':
      control.resetCounts()
      return dataReply(control.counts())
    case 'POST /__sandbox/balance':
      if (typeof fields.balance !== 'number') return errorReply(422, 'balance must be a number of dollars.')
      control.setBalance(fields.balance)
      return dataReply({ balance: control.balance() })
    case 'POST /__sandbox/hidden-models':
      if (!Array.isArray(fields.slugs)) return errorReply(422, 'slugs must be a list.')
      control.hideModels(fields.slugs.map(String))
      return dataReply({ offered: context.models.available().length })
    default:
      return errorReply(404, 'No such endpoint.')
  }
}
