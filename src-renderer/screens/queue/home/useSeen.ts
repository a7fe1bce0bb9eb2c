import { useEffect } from 'react'
import { call } from '../../../host/call.ts'
import { onJobs } from '../../../host/receiveJobs.ts'

const EVERY_MS = 60_000
/** Changes on screen count as seen soon, so that a quick restart does not report them. */
const SOON_MS = 3_000

/** Reports to the studio, while the window is visible, that the user has seen all changes. */
export function useSeen(asked: boolean): void {
  useEffect(() => {
    if (!asked) return
    const seen = () => void call('queue.seen', undefined).catch(() => {})
    const whileVisible = () => {
      if (document.visibilityState === 'visible') seen()
    }
    whileVisible()
    let soon: ReturnType<typeof setTimeout> | undefined
    const end = onJobs(() => {
      soon ??= setTimeout(() => {
        soon = undefined
        whileVisible()
      }, SOON_MS)
    })
    const timer = setInterval(whileVisible, EVERY_MS)
    document.addEventListener('visibilitychange', seen)
    return () => {
      end()
      clearTimeout(soon)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [asked])
}
