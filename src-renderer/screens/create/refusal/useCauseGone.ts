import { useEffect, useRef } from 'react'
import { useRoute } from '../../../host/useRoute.ts'
import { refusalStore, type Refused } from './refusalStore.ts'
import { standsInWay } from './standsInWay.ts'

/** Forgets a refusal once what it was for is seen to be gone: there is room in the budget or on disk. */
export function useCauseGone({ problem, at }: Refused): void {
  const { code } = problem
  const budgets = useRoute('budgets.get', undefined, { enabled: code.startsWith('budget_') })
  const queue = useRoute('queue.summary', undefined, { enabled: code.startsWith('disk_') })
  const stood = queue.data !== undefined && queue.data.problem !== null
  const seen = useRef(false)
  // What was known before the refusal says nothing of it.
  const fits =
    budgets.data !== undefined &&
    budgets.dataUpdatedAt > at &&
    code.startsWith('budget_') &&
    !standsInWay(problem, budgets.data.budgets)
  useEffect(() => {
    if (fits || (seen.current && !stood)) refusalStore.getState().forget()
    seen.current ||= stood
  }, [fits, stood])
}
