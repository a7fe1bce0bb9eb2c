import type { Endpoint } from '../http/ParsedRequest.ts'
import type { Reply } from '../http/Reply.ts'
import type { JobRecord } from '../jobs/AccountStore.ts'
import type { FaultContext, FaultKind } from './FaultKind.ts'
import { findFaultKind, checkFault, type FaultRule } from './FaultRule.ts'

/** Stores the active fault rules and decides which of them apply to a request. */
export class FaultInjector {
  #rules: FaultRule[] = []
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Replaces all rules. Throws with a readable message, and changes nothing, when one is invalid. */
  setRules(rules: (FaultRule | string)[]): void {
    this.#rules = rules.map((rule) => ({ ...checkFault(rule) }))
  }

  /** The active rules with their remaining counts. */
  rules(): FaultRule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** The reply to send instead of processing the request, or null. With the value `billed`, the fault applies after processing. */
  findReplacement(endpoint: Endpoint, context: Omit<FaultContext, 'value'>): Reply | null {
    for (const { rule, kind } of this.#matching(endpoint)) {
      if (kind.when !== 'before-processing' || rule.value === 'billed' || !this.#tryUse(rule)) continue
      return kind.reply({ status: 200 }, { ...context, value: rule.value })
    }
    return null
  }

  /** Applies faults to the successful reply of a processed request. Error replies stay as they are. */
  applyToReply(endpoint: Endpoint, originalReply: Reply, context: Omit<FaultContext, 'value'>): Reply {
    let reply = originalReply
    if (reply.status >= 300) return reply
    for (const { rule, kind } of this.#matching(endpoint)) {
      const changesReply =
        kind.when === 'after-processing' || (kind.when === 'before-processing' && rule.value === 'billed')
      if (!changesReply || !this.#tryUse(rule)) continue
      const value = rule.value === 'billed' ? undefined : rule.value
      reply = kind.reply(reply, { ...context, value })
    }
    return reply
  }

  /** How a newly accepted job will end, if a fault decides that; otherwise empty. */
  chooseJobOutcome(): Partial<Pick<JobRecord, 'failure' | 'stuckAt'>> {
    for (const { rule, kind } of this.#matching('submit')) {
      if (kind.when === 'acceptance' && this.#tryUse(rule)) return kind.outcome(rule.value)
    }
    return {}
  }

  *#matching(endpoint: Endpoint): Generator<{ rule: FaultRule; kind: FaultKind }> {
    for (const rule of this.#rules) {
      const kind = findFaultKind(rule.name)
      if (!kind) continue
      const matches =
        rule.endpoint === undefined ? kind.endpoints.includes(endpoint) : rule.endpoint === endpoint
      if (matches) yield { rule, kind }
    }
  }

  /** Whether the rule applies to this request, by its count and chance. Counts down if so. */
  #tryUse(rule: FaultRule): boolean {
    if (rule.count === 0) return false
    if (rule.chance !== undefined && this.#random() >= rule.chance) return false
    if (rule.count !== undefined) rule.count -= 1
    return true
  }
}
