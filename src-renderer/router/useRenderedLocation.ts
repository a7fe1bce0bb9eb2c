import { startTransition, useEffect, useState } from 'react'
import type { AppLocation } from './route.ts'

/**
 * The place whose screen is rendered: a new screen is rendered only after the frame that highlights its link, so that a click
 * responds at once.
 */
export function useRenderedLocation(place: AppLocation): AppLocation {
  const [last, setLast] = useState(place)
  const isThere = last.screen === place.screen
  useEffect(() => {
    if (isThere) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setLast(place)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isThere, place])
  return isThere ? place : last
}
