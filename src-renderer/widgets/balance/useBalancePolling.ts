import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'

const INTERVAL_MS = 60_000

/** Refetches the balance every minute while the window is visible; the studio decides whether to request it from the service. */
export function useBalancePolling(connectionId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (connectionId === undefined) return
    const refresh = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: ['balance.get', { connectionId }] })
    }
    refresh()
    const timer = setInterval(refresh, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [client, connectionId])
}
