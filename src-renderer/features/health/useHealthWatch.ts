import { useEffect, useEffectEvent } from 'react'
import { call } from '../../host/call.ts'
import { useRoute } from '../../host/useRoute.ts'

const SECOND = 1000

/** While the window is in sight, has what is out tried when that is due; at once when the network returns. */
export function useHealthWatch(): void {
  const { data } = useRoute('connections.health', undefined)
  const out = (data?.connections ?? []).filter(({ outage }) => outage !== null)
  const tryAll = useEffectEvent((asked: boolean) => {
    if (document.visibilityState !== 'visible') return
    for (const { connectionId, outage } of out) {
      const isDue = outage?.nextTryAt != null && outage.nextTryAt <= Date.now() && !outage.trying
      if (asked || isDue) void call('connections.try_again', { id: connectionId, asked }).catch(() => {})
    }
  })
  const isOut = out.length > 0
  useEffect(() => {
    if (!isOut) return
    const due = () => tryAll(false)
    const online = () => tryAll(true)
    const timer = setInterval(due, SECOND)
    document.addEventListener('visibilitychange', due)
    addEventListener('online', online)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', due)
      removeEventListener('online', online)
    }
  }, [isOut])
}
