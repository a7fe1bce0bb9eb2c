import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { routeKey } from '../host/queryClient.ts'

/** Refetches today's spending and limits at each local midnight. */
export function useNewDay(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const waitForMidnight = () => {
      const midnight = new Date().setHours(24, 0, 0, 0)
      timer = setTimeout(() => {
        for (const route of ['budgets.get', 'spend.summary', 'spend.report'] as const)
          void client.invalidateQueries({ queryKey: routeKey(route) })
        waitForMidnight()
      }, midnight - Date.now())
    }
    waitForMidnight()
    return () => clearTimeout(timer)
  }, [client])
}
