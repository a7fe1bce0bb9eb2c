import type { Endpoint } from '../http/ParsedRequest.ts'
import type { Reply } from '../http/Reply.ts'
import type { JobRecord } from '../jobs/JobRecord.ts'
import type { FaultContext, FaultKind, FaultRule } from './FaultKind.ts'
import { faultKind } from './faultKinds.ts'
import { checkFault } from './parseFault.ts'

/** Stores the active fault rules and decides which of them apply to a request. */
export class FaultInjector {
  #rules: FaultRule[] = []
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Replaces all rules. Throws with a readable message, and changes nothing, when one is invalid. */
  set(rules: (FaultRule | string)[]): void {
    this.#rules = rules.map((rule) => ({ ...checkFault(rule) }))
  }

  /** The active rules with their remaining counts. */
  rules(): FaultRule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** The reply to send instead of processing the request, or null. */
  replyInstead(endpoint: Endpoint, context: Omit<FaultContext, 'value'>): Reply | null {
    for (const { rule, kind } of this.#matching(endpoint)) {
      if (kind.when !== 'before-processing' || rule.value === 'billed' || !this.#applies(rule)) continue
      return kind.reply({ status: 200 }, { ...context, value: rule.value })
    }
    return null
  }

  /** Applies faults to the successful reply of a processed request. Error replies stay as they are. */
  alter(endpoint: Endpoint, original: Reply, context: Omit<FaultContext, 'value'>): Reply {
    let reply = original
    if (reply.status >= 300) return reply
    for (const { rule, kind } of this.#matching(endpoint)) {
      const alters =
        kind.when === 'after-processing' || (kind.when === 'before-processing' && rule.value === 'billed')
      if (!alters || !this.#applies(rule)) continue
      const value = rule.value === 'billed' ? undefined : rule.value
      reply = kind.reply(reply, { ...context, value })
    }
    return reply
  }

  /** How a newly accepted job will end. */
  jobOutcome(): Partial<Pick<JobRecord, 'failure' | 'stuckAt'>> {
    for (const { rule, kind } of this.#matching('submit')) {
      if (kind.when === 'acceptance' && this.#applies(rule)) return kind.outcome(rule.value)
    }
    return {}
  }

  *#matching(endpoint: Endpoint): Generator<{ rule: FaultRule; kind: FaultKind }> {
    for (const rule of this.#rules) {
      const kind = faultKind(rule.name)
      if (!kind) continue
      const matches =
        rule.endpoint === undefined ? kind.endpoints.includes(endpoint) : rule.endpoint === endpoint
      if (matches) yield { rule, kind }
    }
  }

  #applies(rule: FaultRule): boolean {
    if (rule.count === 0) return false
    if (rule.chance !== undefined && this.#random() >= rule.chance) return false
    if (rule.count !== undefined) rule.count -= 1
    return true
  }
}
