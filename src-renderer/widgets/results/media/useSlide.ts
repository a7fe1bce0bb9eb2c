import { useEffect, useEffectEvent } from 'react'
import type { Slide } from '../ViewerProps.ts'
import { setMediaProperties } from './useMedia.ts'

/** A slide that can't be played is shown for this long. */
const BROKEN_SLIDE_MS = 3000

/**
 * Plays a media element as a slide of a slideshow: from its current position to its end. Does nothing without `slide`.
 */
export function useSlide(
  element: HTMLMediaElement | null,
  hasFailed: boolean,
  slide: Slide | undefined,
): void {
  const onEnded = useEffectEvent(() => slide?.onEnded())
  const isSlide = slide !== undefined
  const isPaused = slide?.isPaused === true
  useEffect(() => {
    if (!isSlide || isPaused) return
    if (hasFailed) {
      const timer = setTimeout(() => onEnded(), BROKEN_SLIDE_MS)
      return () => clearTimeout(timer)
    }
    if (element === null) return
    const end = () => onEnded()
    element.addEventListener('ended', end)
    element.play().catch(() => {
      // A browser may refuse to play sound before the user has clicked in the page.
      setMediaProperties(element, { muted: true })
      element.play().catch(() => {})
    })
    return () => {
      element.removeEventListener('ended', end)
      element.pause()
    }
  }, [element, hasFailed, isSlide, isPaused])
}
