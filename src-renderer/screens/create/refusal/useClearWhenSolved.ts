import { useEffect, useRef } from 'react'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { enqueueErrorStore, type EnqueueError } from './enqueueErrorStore.ts'
import { exceedsBudget } from './exceedsBudget.ts'

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
