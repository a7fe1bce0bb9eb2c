import { useEffect, useEffectEvent } from 'react'
import { call } from '../../host/call.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'

const CHECK_INTERVAL_MS = 1000

const tryAgain = (id: string, asked: boolean) => call('connections.try_again', { id, asked }).catch(() => {})

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
