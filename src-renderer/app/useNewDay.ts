import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { routeKey } from '../host/queryClient.ts'

const CHECK_INTERVAL_MS = 60_000

/** Refetches today's spending and limits on each new local day, also after the computer slept, which timers don't count. */
export function useNewDay(): void {
  const client = useQueryClient()
  useEffect(() => {
    const today = () => new Date().toDateString()
    let shown = today()
    const check = () => {
      if (shown === today()) return
      shown = today()
      for (const route of ['budgets.get', 'spend.summary', 'spend.report'] as const)
        void client.invalidateQueries({ queryKey: routeKey(route) })
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [client])
}
