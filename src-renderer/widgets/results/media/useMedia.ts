import { useEffect, useReducer } from 'react'
import { setMedia } from '../../thumbs/setMedia.ts'

const EVENTS = [
  'play',
  'pause',
  'ended',
  'ratechange',
  'volumechange',
  'durationchange',
  'loadedmetadata',
  'emptied',
]

/** State and controls of a media element. Times are in seconds. */
export interface Media {
  playing: boolean
  /** 0 while unknown. */
  duration: number
  rate: number
  muted: boolean
  toggle: () => void
  /** Clamped to the duration. */
  seek: (time: number) => void
  /** Seeks relative to the current position. */
  skip: (seconds: number) => void
  setRate: (rate: number) => void
  setMuted: (muted: boolean) => void
}

/** Follows a media element. `libraryDuration` is the duration in the library, for files that don't contain one. */
export function useMedia(element: HTMLMediaElement | null, libraryDuration: number | null): Media {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (element === null) return
    for (const event of EVENTS) element.addEventListener(event, rerender)
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, rerender)
    }
  }, [element])
  const elementDuration = element?.duration ?? Number.NaN
  const duration = Number.isFinite(elementDuration) ? elementDuration : (libraryDuration ?? 0)
  const seek = (time: number) =>
    setMedia(element, { currentTime: Math.min(duration || time, Math.max(0, time)) })
  return {
    playing: element !== null && !element.paused,
    duration,
    rate: element?.playbackRate ?? 1,
    muted: element?.muted ?? false,
    // `play()` rejects when it is interrupted by a pause; real failures fire the element's error event.
    toggle: () => void (element?.paused ? element.play().catch(() => {}) : element?.pause()),
    seek,
    skip: (seconds) => element && seek(element.currentTime + seconds),
    setRate: (playbackRate) => setMedia(element, { playbackRate }),
    setMuted: (muted) => setMedia(element, { muted }),
  }
}
