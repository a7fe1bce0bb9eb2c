import { type RefObject, useEffect, useState } from 'react'

/** Whether any element is full screen; `toggle` enters with this one. A request that the browser refuses is ignored. */
export function useFullscreen(ref: RefObject<HTMLElement | null>): {
  isFullscreen: boolean
  toggle: () => void
} {
  const [isFullscreen, setFullscreen] = useState(false)
  useEffect(() => {
    const update = () => setFullscreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => {
      document.removeEventListener('fullscreenchange', update)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    }
  }, [])
  const toggle = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : ref.current?.requestFullscreen()
    change?.catch(() => {})
  }
  return { isFullscreen, toggle }
}
