import { useEffect, useRef } from 'react'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { enqueueErrorStore, type EnqueueError } from './enqueueErrorStore.ts'
import type { Budget } from '../../../../src-preload/contract/types/budget.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** Clears the error of a click once its limit or the disk has room again. */
export function useClearWhenSolved({ problem, at }: EnqueueError): void {
  const { code } = problem
  const budgets = useApiQuery('budgets.get', undefined, { enabled: code.startsWith('budget_') })
  const queue = useApiQuery('queue.summary', undefined, { enabled: code.startsWith('disk_') })
  const hasProblem = queue.data !== undefined && queue.data.problem !== null
  const wasSeen = useRef(false)
  // Data from before the error is not conclusive.
  const fits =
    budgets.data !== undefined &&
    budgets.dataUpdatedAt > at &&
    code.startsWith('budget_') &&
    !exceedsBudget(problem, budgets.data.budgets)
  useEffect(() => {
    if (fits || (wasSeen.current && !hasProblem)) enqueueErrorStore.getState().clear()
    wasSeen.current ||= hasProblem
  }, [fits, hasProblem])
}

/** Whether a click rejected because of a limit would be rejected again. */
export function exceedsBudget({ code, params = {} }: Problem, budgets: readonly Budget[]): boolean {
  const budget = budgets.find(({ scope }) => scope === params['scope'])
  if (!budget) return false
  return code !== 'budget_full' || budget.used + budget.held + Number(params['wanted']) > budget.cap
}
