import { type BudgetScope, budgetScopeSchema } from '../../../../src-preload/contract/types/money.ts'

/** The jobs that a limit can count. */
export type LimitSumScope = { kind: 'all' } | { kind: 'connection' | 'collection'; id: string }

/** The jobs that a sum of prices counts. */
export type SumScope = LimitSumScope | { kind: 'batch'; id: string }

/** A scope as the database stores it, for example `day` or `collection:` and an id. */
export const spendScopeKey = (scope: BudgetScope | SumScope): string =>
  'id' in scope ? `${scope.kind}:${scope.id}` : scope.kind

/** @throws if it is not the key of a limit's scope. */
export function parseSpendScopeKey(key: string): BudgetScope {
  const [, kind = key, id] = /^(connection|collection):(.*)$/su.exec(key) ?? []
  return budgetScopeSchema.parse({ kind, id })
}
