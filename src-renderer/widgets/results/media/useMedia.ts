import { useEffect, useReducer, useEffectEvent, useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { playerCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import type { Handlers } from '../../../ui/useShortcuts.ts'
import type { Slide } from '../ViewerProps.ts'

const STATE_EVENTS = [
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
  isPlaying: boolean
  /** 0 while unknown. */
  duration: number
  rate: number
  isMuted: boolean
  toggle: () => void
  /** Seeks to a time between 0 and the duration. */
  seek: (time: number) => void
  /** Seeks to the end; does nothing while the duration is unknown. */
  seekToEnd: () => void
  /** Seeks relative to the current position. */
  skip: (seconds: number) => void
  setRate: (rate: number) => void
  setMuted: (muted: boolean) => void
}

/** State and controls of a media element. `libraryDuration` is used for files that don't contain their duration. */
export function useMedia(element: HTMLMediaElement | null, libraryDuration: number | null): Media {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (element === null) return
    for (const event of STATE_EVENTS) element.addEventListener(event, rerender)
    return () => {
      for (const event of STATE_EVENTS) element.removeEventListener(event, rerender)
    }
  }, [element])
  const elementDuration = element?.duration ?? Number.NaN
  const duration = Number.isFinite(elementDuration) ? elementDuration : (libraryDuration ?? 0)
  const seek = (time: number) =>
    setMediaProperties(element, { currentTime: Math.max(0, Math.min(time, duration || Infinity)) })
  return {
    isPlaying: element !== null && !element.paused,
    duration,
    rate: element?.playbackRate ?? 1,
    isMuted: element?.muted ?? false,
    // `play()` rejects when it is interrupted by a pause; real failures fire the element's error event.
    toggle: () => void (element?.paused ? element.play().catch(() => {}) : element?.pause()),
    seek,
    seekToEnd: () => duration > 0 && seek(duration),
    skip: (seconds) => element && seek(element.currentTime + seconds),
    setRate: (playbackRate) => setMediaProperties(element, { playbackRate }),
    setMuted: (muted) => setMediaProperties(element, { muted }),
  }
}

type Settable = 'currentTime' | 'playbackRate' | 'muted' | 'loop'

/** Sets properties of a media element, if there is one. */
export function setMediaProperties(
  element: HTMLMediaElement | null,
  values: Partial<Pick<HTMLMediaElement, Settable>>,
): void {
  if (element !== null) Object.assign(element, values)
}

/** Duration in seconds of a video or audio asset, from library metadata; null if unknown. */
export const durationInSeconds = ({ durationMs }: Pick<Asset, 'durationMs'>): number | null =>
  durationMs === null ? null : durationMs / 1000

const TIME_EVENTS = ['play', 'pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'emptied']
const identity = (time: number): number => time

/**
 * The current time of a media element in seconds, updated with each frame while it plays. `select` maps it to another value,
 * so that only changes of that value cause a render.
 */
export function useTime(
  element: HTMLMediaElement | null,
  select: (time: number) => number = identity,
): number {
  const [value, setValue] = useState(() => select(0))
  const update = useEffectEvent((time: number) => setValue(select(time)))
  useEffect(() => {
    if (element === null) return
    let frame = 0
    const follow = () => {
      update(element.currentTime)
      frame = element.paused ? 0 : requestAnimationFrame(follow)
    }
    const restart = () => {
      cancelAnimationFrame(frame)
      follow()
    }
    restart()
    for (const name of TIME_EVENTS) element.addEventListener(name, restart)
    return () => {
      cancelAnimationFrame(frame)
      for (const name of TIME_EVENTS) element.removeEventListener(name, restart)
    }
  }, [element])
  return value
}

const SKIP_SECONDS = 5

/** Handlers of the commands that all media players have. */
export const playerHandlers = (media: Media): Handlers<typeof playerCommands> => ({
  pause: media.toggle,
  back: () => media.skip(-SKIP_SECONDS),
  forward: () => media.skip(SKIP_SECONDS),
  mute: () => media.setMuted(!media.isMuted),
})

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
    let isActive = true
    element.play().catch((error: unknown) => {
      // A browser may refuse to play sound before the user has clicked in the page.
      if (!isActive || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      setMediaProperties(element, { muted: true })
      element.play().catch(() => {})
    })
    return () => {
      isActive = false
      element.removeEventListener('ended', end)
      element.pause()
    }
  }, [element, hasFailed, isSlide, isPaused])
}
