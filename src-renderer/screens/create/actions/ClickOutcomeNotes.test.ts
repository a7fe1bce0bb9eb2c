import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { BudgetScope } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { exceedsBudget } from './ClickOutcomeNotes.tsx'

const budget = (overrides: object) => ({
  scope: { kind: 'day' as const },
  cap: 1000,
  used: 800,
  reserved: 100,
  state: 'near' as const,
  ...overrides,
})
const problem = (code: ProblemCode, scope: BudgetScope = { kind: 'day' }): Problem =>
  makeProblem(code, { money: 'not_charged', limit: { scope, wanted: 101 } })

test('a job exceeds a limit until there is enough room', () => {
  expect(exceedsBudget(problem('budget_full'), [budget({})])).toBe(true)
  expect(exceedsBudget(problem('budget_full'), [budget({ reserved: 99 })])).toBe(false)
  expect(exceedsBudget(problem('budget_full'), [budget({ cap: 1001 })])).toBe(false)
  expect(exceedsBudget(problem('budget_full'), [budget({ scope: { kind: 'month' } })])).toBe(false)
})

test('a limit of another collection does not refuse a click', () => {
  const refused = problem('budget_full', { kind: 'collection', id: 'a' })
  const budgetOf = (id: string) => budget({ scope: { kind: 'collection', id } })
  expect(exceedsBudget(refused, [budgetOf('b')])).toBe(false)
  expect(exceedsBudget(refused, [budgetOf('b'), budgetOf('a')])).toBe(true)
})

test('an unpriced job exceeds any limit while one is set', () => {
  expect(exceedsBudget(problem('budget_unpriced'), [budget({ cap: 1e9 })])).toBe(true)
  expect(exceedsBudget(problem('budget_unpriced'), [])).toBe(false)
})
