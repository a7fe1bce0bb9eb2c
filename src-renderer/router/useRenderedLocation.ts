import { startTransition, useEffect, useState } from 'react'
import type { AppLocation } from './route.ts'

/**
 * The location whose screen is rendered. A new screen is rendered only after the frame that highlights its link, so that a click
 * responds at once.
 */
export function useRenderedLocation(location: AppLocation): AppLocation {
  const [rendered, setRendered] = useState(location)
  const isRendered = rendered.screen === location.screen
  useEffect(() => {
    if (isRendered) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setRendered(location)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isRendered, location])
  return isRendered ? location : rendered
}
