import { useEffect } from 'react'
import { setMedia } from '../../thumbs/setMedia.ts'
import { loopFrom, type Region } from './region.ts'

/** Loops a region; without one, loops the entire file if `isLooping`. */
export function useLoop(
  element: HTMLMediaElement | null,
  region: Region | undefined,
  isLooping: boolean,
): void {
  useEffect(() => {
    if (element === null) return
    setMedia(element, { loop: isLooping && region === undefined })
    if (region === undefined) return
    let frame = 0
    const checkPosition = () => {
      const restart = loopFrom(region, element.currentTime)
      if (restart !== undefined) setMedia(element, { currentTime: restart })
      frame = element.paused ? 0 : requestAnimationFrame(checkPosition)
    }
    // At the end of the file, playback stops before the region's end is noticed.
    const onEnd = () => {
      setMedia(element, { currentTime: region.start })
      void element.play().catch(() => {})
    }
    const onPlay = () => {
      if (element.currentTime < region.start) setMedia(element, { currentTime: region.start })
      checkPosition()
    }
    if (!element.paused) onPlay()
    element.addEventListener('play', onPlay)
    element.addEventListener('ended', onEnd)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('play', onPlay)
      element.removeEventListener('ended', onEnd)
    }
  }, [element, region, isLooping])
}
