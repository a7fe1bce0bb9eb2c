import { useEffect } from 'react'
import { setMedia } from '../../thumbs/setMedia.ts'
import { loopFrom, type Region } from './region.ts'

/** Plays a stretch over and over; the whole sound again and again when `whole`. */
export function useLoop(element: HTMLMediaElement | null, region: Region | undefined, whole: boolean): void {
  useEffect(() => {
    if (element === null) return
    setMedia(element, { loop: whole && region === undefined })
    if (region === undefined) return
    let frame = 0
    const watch = () => {
      const from = loopFrom(region, element.currentTime)
      if (from !== undefined) setMedia(element, { currentTime: from })
      frame = element.paused ? 0 : requestAnimationFrame(watch)
    }
    // A stretch may end with the audio itself, which then has stopped.
    const onEnd = () => {
      setMedia(element, { currentTime: region.start })
      void element.play().catch(() => {})
    }
    const onPlay = () => {
      if (element.currentTime < region.start) setMedia(element, { currentTime: region.start })
      watch()
    }
    if (!element.paused) onPlay()
    element.addEventListener('play', onPlay)
    element.addEventListener('ended', onEnd)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('play', onPlay)
      element.removeEventListener('ended', onEnd)
    }
  }, [element, region, whole])
}
