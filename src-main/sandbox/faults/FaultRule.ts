import { type Endpoint, ENDPOINTS } from '../http/ParsedRequest.ts'
import { isRecord } from '../isRecord.ts'
import { responseFaults } from './responseFaults.ts'
import { jobFaults, resultFaults } from './jobFaults.ts'
import type { FaultKind } from './FaultKind.ts'

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

const FAULT_PATTERN = /^(?:([a-z]+):)?([a-z0-9-]+?)(?:=(.*?))?(?:@([0-9.]+))?(?:x([0-9]+))?$/

/** Parses `[ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT]`, such as `submit:429=30@0.2x5`. Throws with a readable message. */
function parseFault(text: string): FaultRule {
  const match = FAULT_PATTERN.exec(text)
  if (!match?.[2]) throw new Error(`Invalid fault: "${text}". Use [ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT].`)
  const [, endpoint, name, value, chance, count] = match
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
  if (typeof name !== 'string' || !findFaultKind(name))
    throw new Error(`No such fault: ${JSON.stringify(name)}.`)
  const knownEndpoint = ENDPOINTS.find((candidate) => candidate === endpoint)
  if (endpoint !== undefined && !knownEndpoint)
    throw new Error(`No such endpoint: ${JSON.stringify(endpoint)}.`)
  if (chance !== undefined && !isBetween(chance, 0, 1))
    throw new Error('chance must be a number from 0 to 1.')
  if (count !== undefined && !isBetween(count, 0, Infinity))
    throw new Error('count must be a number of at least 0.')
  return {
    name,
    ...(knownEndpoint ? { endpoint: knownEndpoint } : {}),
    ...(value === undefined ? {} : { value: typeof value === 'string' ? value : JSON.stringify(value) }),
    ...(chance === undefined ? {} : { chance: Number(chance) }),
    ...(count === undefined ? {} : { count: Number(count) }),
  }
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
export function findFaultKind(name: string): FaultKind | null {
  return Object.hasOwn(faultKinds, name) ? (faultKinds[name] ?? null) : null
}
