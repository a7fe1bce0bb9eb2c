import { ENDPOINTS } from '../http/Call.ts'
import { isRecord } from '../isRecord.ts'
import { faultKind } from './faultKinds.ts'
import type { FaultRule } from './FaultRule.ts'

const SHAPE = /^(?:([a-z]+):)?([a-z0-9-]+?)(?:=(.*?))?(?:@([0-9.]+))?(?:x([0-9]+))?$/

/** Reads `[ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT]`, such as `submit:429=30@0.2x5`. Throws a sentence when it can't. */
export function parseFault(text: string): FaultRule {
  const match = SHAPE.exec(text)
  if (!match?.[2]) throw new Error(`Not a fault: "${text}". Say [ENDPOINT:]NAME[=VALUE][@CHANCE][xCOUNT].`)
  const [, endpoint, name, value, chance, count] = match
  return checkFault({
    name,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(value === undefined ? {} : { value }),
    ...(chance === undefined ? {} : { chance: Number(chance) }),
    ...(count === undefined ? {} : { count: Number(count) }),
  })
}

/** Accepts a rule as data from outside. Throws a sentence when it is none. */
export function checkFault(given: unknown): FaultRule {
  if (typeof given === 'string') return parseFault(given)
  if (!isRecord(given)) throw new Error('A fault is an object or a text.')
  const { name, endpoint, value, chance, count } = given
  if (typeof name !== 'string' || !faultKind(name)) throw new Error(`No such fault: ${JSON.stringify(name)}.`)
  const place = ENDPOINTS.find((known) => known === endpoint)
  if (endpoint !== undefined && !place) throw new Error(`No such endpoint: ${JSON.stringify(endpoint)}.`)
  if (chance !== undefined && !isBetween(chance, 0, 1)) throw new Error('chance is from 0 to 1.')
  if (count !== undefined && !isBetween(count, 0, Infinity)) throw new Error('count is a number from 0.')
  return {
    name,
    ...(place ? { endpoint: place } : {}),
    ...(value === undefined ? {} : { value: typeof value === 'string' ? value : JSON.stringify(value) }),
    ...(chance === undefined ? {} : { chance: Number(chance) }),
    ...(count === undefined ? {} : { count: Number(count) }),
  }
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high
}
