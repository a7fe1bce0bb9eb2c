import type { BudgetScope } from '../contract/types/money.ts'
import type { Problem } from '../contract/types/problem.ts'

/** The parameters by which a problem identifies a limit; see `budgetErrors`. */
export const scopeParams = (scope: BudgetScope): { scope: string; scopeId?: string } =>
  'id' in scope ? { scope: scope.kind, scopeId: scope.id } : { scope: scope.kind }

export const isSameScope = (a: BudgetScope, b: BudgetScope): boolean =>
  a.kind === b.kind && idOf(a) === idOf(b)

/** Whether a problem is about the limit of a scope. */
export const concernsScope = ({ params = {} }: Problem, scope: BudgetScope): boolean =>
  params['scope'] === scope.kind && params['scopeId'] === idOf(scope)

const idOf = (scope: BudgetScope): string | undefined => ('id' in scope ? scope.id : undefined)
