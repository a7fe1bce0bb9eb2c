import { type Endpoint, ENDPOINTS } from '../http/ParsedRequest.ts'
import type { Reply } from '../http/Reply.ts'
import type { JobRecord } from '../jobs/AccountStore.ts'
import type { FaultContext, FaultKind } from './FaultKind.ts'
import { isRecord } from '../isRecord.ts'
import { responseFaults } from './responseFaults.ts'
import { jobFaults, resultFaults } from './jobFaults.ts'

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

/** Which fault to inject, where, and how often. */
export interface FaultRule {
  /** A key of `faultKinds`. */
  name: string
  /** Default: the endpoints of the fault kind. */
  endpoint?: Endpoint
  /** Such as a delay, a status or an error code. The fault's description states its meaning and unit. */
  value?: string
  /** Probability for each request, 0 to 1; default 1. */
  chance?: number
  /** How many more times it applies; default: without limit. */
  count?: number
}

const FAULT_PATTERN = /^(?:([a-z]+):)?([a-z0-9-]+?)(?:=(?:"(.*)"|(.*?)))?(?:@([0-9.]+))?(?:x([0-9]+))?$/

/**
 * Parses `[ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT]`, such as `submit:429=30@0.2x5`. A value that ends like a chance or a count
 * is put in double quotes: `bad-link="https://example.com/512x512"`. Throws with a readable message.
 */
function parseFault(text: string): FaultRule {
  const match = FAULT_PATTERN.exec(text)
  if (!match?.[2])
    throw new Error(
      `Invalid fault: "${text}". Use [ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT] or [ENDPOINT:]NAME="VALUE"[@CHANCE][xCOUNT].`,
    )
  const [, endpoint, name, quoted, unquoted, chance, count] = match
  const value = quoted ?? unquoted
  return checkFault({
    name,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(value === undefined ? {} : { value }),
    ...(chance === undefined ? {} : { chance: Number(chance) }),
    ...(count === undefined ? {} : { count: Number(count) }),
  })
}

/** Checks an untrusted rule, as text or data. Throws with a readable message when it is invalid. */
export function checkFault(rule: unknown): FaultRule {
  if (typeof rule === 'string') return parseFault(rule)
  if (!isRecord(rule)) throw new Error('A fault must be an object or a string.')
  const { name, endpoint, value, chance, count } = rule
  const kind = typeof name === 'string' ? findFaultKind(name) : null
  if (typeof name !== 'string' || !kind) throw new Error(`No such fault: ${JSON.stringify(name)}.`)
  const knownEndpoint = ENDPOINTS.find((candidate) => candidate === endpoint)
  if (endpoint !== undefined && !knownEndpoint)
    throw new Error(`No such endpoint: ${JSON.stringify(endpoint)}.`)
  const text = value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
  checkValue(name, kind, text)
  if (chance !== undefined && !isBetween(chance, 0, 1))
    throw new Error('chance must be a number from 0 to 1.')
  if (count !== undefined && !(isBetween(count, 0, Infinity) && Number.isInteger(count)))
    throw new Error('count must be an integer of at least 0.')
  return {
    name,
    ...(knownEndpoint ? { endpoint: knownEndpoint } : {}),
    ...(text === undefined ? {} : { value: text }),
    ...(chance === undefined ? {} : { chance: Number(chance) }),
    ...(count === undefined ? {} : { count: Number(count) }),
  }
}

function checkValue(name: string, { numericValue, when }: FaultKind, value: string | undefined): void {
  if (!numericValue || value === undefined || (value === 'billed' && when === 'before-processing')) return
  const { min, max } = numericValue
  if (value.trim() === '' || !isBetween(Number(value), min, max))
    throw new Error(`The value of ${name} must be a number from ${min} to ${max}.`)
}

function isBetween(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

/** All faults that the sandbox can inject, by name. */
export const faultKinds: Record<string, FaultKind> = {
  ...responseFaults,
  ...jobFaults,
  ...resultFaults,
}

/** Null for an unknown name. */
function findFaultKind(name: string): FaultKind | null {
  return Object.hasOwn(faultKinds, name) ? (faultKinds[name] ?? null) : null
}
