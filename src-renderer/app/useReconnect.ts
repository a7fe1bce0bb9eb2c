import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call, studioLink } from '../host/call.ts'
import { t } from '../i18n/t.ts'
import { toasts } from '../lib/toasts.ts'

const POLL_INTERVAL_MS = 2000

/** Polls the studio while it doesn't respond, and refetches everything on screen once it responds again. */
export function useReconnect(): void {
  const client = useQueryClient()
  const refetch = useEffectEvent(async () => {
    toasts.getState().show({ text: t('shell.lost_again') })
    await client.invalidateQueries()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let isPolling = false
    const poll = async (): Promise<void> => {
      if (isPolling) return
      isPolling = true
      await call('studio.info', undefined).finally(() => (isPolling = false))
      clearInterval(timer)
      timer = undefined
      await refetch()
    }
    // Polling continues after another call gets a response, because the calls that failed must still be repeated.
    const startPolling = (isLost: boolean): void => {
      if (isLost) timer ??= setInterval(() => void poll().catch(() => undefined), POLL_INTERVAL_MS)
    }
    startPolling(studioLink.getState().isLost)
    const unsubscribe = studioLink.subscribe(({ isLost }) => startPolling(isLost))
    return () => {
      unsubscribe()
      clearInterval(timer)
    }
  }, [])
}
