import { useEffect } from 'react'
import { call } from '../../../host/call.ts'
import { onJobs } from '../../../host/receiveJobs.ts'

const INTERVAL_MS = 60_000
/** Changes on screen are marked after this delay, so that a quick restart doesn't report them. */
const DELAY_MS = 3_000

/** Reports to the studio, while the window is visible, that the user has seen all changes. */
export function useMarkSeen(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const markSeen = () => void call('queue.seen', undefined).catch(() => {})
    const markIfVisible = () => {
      if (document.visibilityState === 'visible') markSeen()
    }
    markIfVisible()
    let delayTimer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = onJobs(() => {
      delayTimer ??= setTimeout(() => {
        delayTimer = undefined
        markIfVisible()
      }, DELAY_MS)
    })
    const timer = setInterval(markIfVisible, INTERVAL_MS)
    document.addEventListener('visibilitychange', markSeen)
    return () => {
      unsubscribe()
      clearTimeout(delayTimer)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', markSeen)
    }
  }, [enabled])
}
