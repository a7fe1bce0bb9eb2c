import { useEffect, useEffectEvent } from 'react'
import { call } from '../../host/call.ts'
import { useRoute } from '../../host/useRoute.ts'

const SECOND = 1000

const tryAgain = (id: string, asked: boolean) => call('connections.try_again', { id, asked }).catch(() => {})

/** While the window is visible, probes connections in an outage when the next try is due. */
export function useHealthWatch(): void {
  const { data } = useRoute('connections.health', undefined)
  const out = (data?.connections ?? []).filter(({ outage }) => outage !== null)
  const tryDue = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    for (const { connectionId, outage } of out)
      if (outage?.nextTryAt != null && outage.nextTryAt <= Date.now() && !outage.trying)
        void tryAgain(connectionId, false)
  })
  const isOut = out.length > 0
  useEffect(() => {
    if (!isOut) return
    const due = () => tryDue()
    const timer = setInterval(due, SECOND)
    document.addEventListener('visibilitychange', due)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', due)
    }
  }, [isOut])
  useEffect(() => {
    addEventListener('online', retryAll)
    return () => removeEventListener('online', retryAll)
  }, [])
}

/** The network is back: retries every connection that had a failure, also one whose failure isn't confirmed as an outage yet. */
function retryAll(): void {
  void call('connections.health', undefined)
    .then(({ connections }) =>
      Promise.all(connections.map(({ connectionId }) => tryAgain(connectionId, true))),
    )
    .catch(() => {})
}
