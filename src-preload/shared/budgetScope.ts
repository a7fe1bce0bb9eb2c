import type { Budget, BudgetScope, Money } from '../contract/types/money.ts'
import type { Problem } from '../contract/types/problem.ts'

export const isSameScope = (a: BudgetScope, b: BudgetScope): boolean =>
  a.kind === b.kind && idOf(a) === idOf(b)

/** Whether a problem is about the limit of a scope. */
export const concernsScope = ({ limit }: Problem, scope: BudgetScope): boolean =>
  limit !== undefined && isSameScope(limit.scope, scope)

const idOf = (scope: BudgetScope): string | undefined => ('id' in scope ? scope.id : undefined)

/** The connection and the collection whose limits count a job. */
export interface JobOwner {
  connectionId: string
  collectionId: string | null
}

/** Whether a limit counts a job. */
export function countsJob(scope: BudgetScope, { connectionId, collectionId }: JobOwner): boolean {
  if (!('id' in scope)) return true
  return scope.id === (scope.kind === 'connection' ? connectionId : collectionId)
}

/** Whether a click exceeds a limit together with what is used and reserved: then nothing of it is queued. */
export const exceeds = ({ cap, used, reserved }: Omit<Budget, 'scope' | 'state'>, wanted: Money): boolean =>
  used + reserved + wanted > cap
