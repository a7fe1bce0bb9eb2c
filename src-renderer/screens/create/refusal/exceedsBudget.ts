import type { Budget } from '../../../../src-preload/contract/types/budget.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** Whether a click rejected because of a limit would be rejected again. */
export function exceedsBudget({ code, params = {} }: Problem, budgets: readonly Budget[]): boolean {
  const budget = budgets.find(({ scope }) => scope === params['scope'])
  if (!budget) return false
  return code !== 'budget_full' || budget.used + budget.held + Number(params['wanted']) > budget.cap
}
