import { useEffect } from 'react'
import { call } from '../../../host/call.ts'
import { onJobs } from '../../../host/receiveJobs.ts'

const EVERY_MS = 60_000
/** What changes in sight is seen soon, or an end right after it would call it news. */
const SOON_MS = 3_000

/** Tells the studio, while the window is in sight, that the user sees what happens. */
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
