import { useEffect, useReducer } from 'react'
import { setMedia } from '../../thumbs/setMedia.ts'

const CHANGES = [
  'play',
  'pause',
  'ended',
  'ratechange',
  'volumechange',
  'durationchange',
  'loadedmetadata',
  'emptied',
]

/** A video or an audio file as its controls see it. Times are seconds. */
export interface Media {
  playing: boolean
  /** 0 while it is not known. */
  duration: number
  rate: number
  muted: boolean
  toggle: () => void
  /** Held between the beginning and the end. */
  seek: (time: number) => void
  /** Relative to where it is. */
  skip: (by: number) => void
  setRate: (rate: number) => void
  setMuted: (muted: boolean) => void
}

/** Follows a media element. `known` is the length the library has, for files that do not tell their own. */
export function useMedia(element: HTMLMediaElement | null, known: number | null): Media {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (element === null) return
    for (const change of CHANGES) element.addEventListener(change, changed)
    return () => {
      for (const change of CHANGES) element.removeEventListener(change, changed)
    }
  }, [element])
  const own = element?.duration ?? Number.NaN
  const duration = Number.isFinite(own) ? own : (known ?? 0)
  const seek = (time: number) =>
    setMedia(element, { currentTime: Math.min(duration || time, Math.max(0, time)) })
  return {
    playing: element !== null && !element.paused,
    duration,
    rate: element?.playbackRate ?? 1,
    muted: element?.muted ?? false,
    // A play() that a pause overtakes rejects; what failed shows itself by the element's own error.
    toggle: () => void (element?.paused ? element.play().catch(() => {}) : element?.pause()),
    seek,
    skip: (by) => element && seek(element.currentTime + by),
    setRate: (playbackRate) => setMedia(element, { playbackRate }),
    setMuted: (muted) => setMedia(element, { muted }),
  }
}
