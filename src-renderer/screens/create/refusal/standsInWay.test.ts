import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { standsInWay } from './standsInWay.ts'

const budget = (over: object) => ({
  scope: 'day',
  cap: 1000,
  used: 800,
  held: 100,
  state: 'near' as const,
  ...over,
})
const problem = (code: ProblemCode, params: Problem['params'] = {}): Problem => ({
  code,
  money: 'not_charged',
  params: { scope: 'day', wanted: 101, ...params },
})

test('a full budget stands in the way until what was wanted fits', () => {
  expect(standsInWay(problem('budget_full'), [budget({})])).toBe(true)
  expect(standsInWay(problem('budget_full'), [budget({ held: 99 })])).toBe(false)
  expect(standsInWay(problem('budget_full'), [budget({ cap: 1001 })])).toBe(false)
  expect(standsInWay(problem('budget_full'), [budget({ scope: 'month' })])).toBe(false)
})

test('what has no price is in the way of a budget for as long as there is one', () => {
  expect(standsInWay(problem('budget_unpriced'), [budget({ cap: 1e9 })])).toBe(true)
  expect(standsInWay(problem('budget_unpriced'), [])).toBe(false)
})
