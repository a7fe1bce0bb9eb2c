import type { BudgetScope } from '../contract/types/money.ts'
import type { Problem } from '../contract/types/problem.ts'

export const isSameScope = (a: BudgetScope, b: BudgetScope): boolean =>
  a.kind === b.kind && idOf(a) === idOf(b)

/** Whether a problem is about the limit of a scope. */
export const concernsScope = ({ limit }: Problem, scope: BudgetScope): boolean =>
  limit !== undefined && isSameScope(limit.scope, scope)

const idOf = (scope: BudgetScope): string | undefined => ('id' in scope ? scope.id : undefined)
