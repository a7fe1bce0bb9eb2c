import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'

const EVERY_MS = 60_000

/** Asks for the balance again every minute while it is looked at; the studio decides whether to ask the service. */
export function useLook(connectionId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (connectionId === undefined) return
    const look = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: ['balance.get', { connectionId }] })
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [client, connectionId])
}
