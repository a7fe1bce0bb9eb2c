import { startTransition, useEffect, useState } from 'react'
import type { Place } from './route.ts'

/**
 * The place whose screen is shown: another screen is built only after the frame that shows where one is going, so that a
 * click is answered at once however much there is to build.
 */
export function useShownPlace(place: Place): Place {
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
