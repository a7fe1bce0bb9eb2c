import type { Endpoint } from '../http/Call.ts'
import type { Reply } from '../http/Reply.ts'
import type { JobRecord } from '../jobs/JobRecord.ts'
import type { FaultKind, FaultMoment } from './FaultKind.ts'
import { faultKind } from './faultKinds.ts'
import type { FaultRule } from './FaultRule.ts'
import { checkFault } from './parseFault.ts'

/** The switchboard: holds the rules in force and decides which strike. */
export class FaultBoard {
  #rules: FaultRule[] = []
  readonly #dice: () => number

  constructor(dice: () => number) {
    this.#dice = dice
  }

  /** Replaces all rules. Throws a sentence, and changes nothing, when one is wrong. */
  set(rules: (FaultRule | string)[]): void {
    this.#rules = rules.map((rule) => ({ ...checkFault(rule) }))
  }

  /** The rules in force, with the counts that are left. */
  rules(): FaultRule[] {
    return this.#rules.map((rule) => ({ ...rule }))
  }

  /** The answer to give without processing the request; null when it may pass. */
  instead(endpoint: Endpoint, moment: Omit<FaultMoment, 'value'>): Reply | null {
    for (const { rule, kind } of this.#about(endpoint)) {
      if (kind.when !== 'instead' || rule.value === 'billed' || !this.#strikes(rule)) continue
      return kind.reply({ status: 200 }, { ...moment, value: rule.value })
    }
    return null
  }

  /** Spoils the good answer of a processed request; refusals stay as they are. */
  after(endpoint: Endpoint, good: Reply, moment: Omit<FaultMoment, 'value'>): Reply {
    let reply = good
    if (reply.status >= 300) return reply
    for (const { rule, kind } of this.#about(endpoint)) {
      const spoils = kind.when === 'after' || (kind.when === 'instead' && rule.value === 'billed')
      if (!spoils || !this.#strikes(rule)) continue
      const value = rule.value === 'billed' ? undefined : rule.value
      reply = kind.reply(reply, { ...moment, value })
    }
    return reply
  }

  /** How a job that is being accepted will end. */
  fate(): Partial<Pick<JobRecord, 'failure' | 'stuckAt'>> {
    for (const { rule, kind } of this.#about('submit')) {
      if (kind.when === 'fate' && this.#strikes(rule)) return kind.fate(rule.value)
    }
    return {}
  }

  *#about(endpoint: Endpoint): Generator<{ rule: FaultRule; kind: FaultKind }> {
    for (const rule of this.#rules) {
      const kind = faultKind(rule.name)
      if (!kind) continue
      const here =
        rule.endpoint === undefined ? kind.endpoints.includes(endpoint) : rule.endpoint === endpoint
      if (here) yield { rule, kind }
    }
  }

  #strikes(rule: FaultRule): boolean {
    if (rule.count === 0) return false
    if (rule.chance !== undefined && this.#dice() >= rule.chance) return false
    if (rule.count !== undefined) rule.count -= 1
    return true
  }
}
