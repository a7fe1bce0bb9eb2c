import { useEffect, useEffectEvent } from 'react'
import { call } from '../host/call.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { t } from '../i18n/t.ts'
import { formatClock } from '../lib/time.ts'
import type { Outage } from './useHealth.ts'

const CHECK_INTERVAL_MS = 1000

const tryAgain = (id: string, immediately: boolean) =>
  call('connections.try_again', { id, immediately }).catch(() => {})

/** While the window is visible, retries connections in an outage when their next try is due. */
export function useHealthWatch(): void {
  const { data } = useApiQuery('connections.health', undefined)
  const connectionsInOutage = (data?.connections ?? []).filter(({ outage }) => outage !== null)
  const retryDue = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    for (const { connectionId, outage } of connectionsInOutage)
      if (outage?.nextTryAt != null && outage.nextTryAt <= Date.now() && !outage.trying)
        void tryAgain(connectionId, false)
  })
  const hasOutage = connectionsInOutage.length > 0
  useEffect(() => {
    if (!hasOutage) return
    const onCheck = () => retryDue()
    const timer = setInterval(onCheck, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', onCheck)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onCheck)
    }
  }, [hasOutage])
  useEffect(() => {
    addEventListener('online', retryAll)
    return () => removeEventListener('online', retryAll)
  }, [])
}

/** After the network is back, retries every connection with a failure, even if it isn't confirmed as an outage yet. */
function retryAll(): void {
  void call('connections.health', undefined)
    .then(({ connections }) =>
      Promise.all(connections.map(({ connectionId }) => tryAgain(connectionId, true))),
    )
    .catch(() => {})
}

/** "No connection to Sandbox since 14:02: nothing responds at its URL." */
export function outageText(name: string, { since, reason, status }: Outage): string {
  const about = { name, time: formatClock(since) }
  const isLocal = reason === 'refused' || reason === 'server_error' || reason === 'key_rejected'
  if (!navigator.onLine && !isLocal) return t('health.offline', about)
  if (reason === 'server_error') return t('health.server_error', { ...about, status: status ?? 500 })
  return t(`health.${reason}`, about)
}
