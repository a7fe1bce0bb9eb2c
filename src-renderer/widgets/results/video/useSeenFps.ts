import { useEffect, useRef } from 'react'
import { seenFps } from './fps.ts'

const ENOUGH = 24

/** Learns a video's frame rate from the frames it shows; `current` is undefined until it has. */
export function useSeenFps(video: HTMLVideoElement | null): { current: number | undefined } {
  const fps = useRef<number>(undefined)
  useEffect(() => {
    if (video === null || !('requestVideoFrameCallback' in video)) return
    const times: number[] = []
    let waiting = 0
    const onFrame = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      if (times.length < ENOUGH && !video.seeking) times.push(mediaTime)
      fps.current = seenFps(times) ?? fps.current
      if (times.length < ENOUGH) waiting = video.requestVideoFrameCallback(onFrame)
    }
    waiting = video.requestVideoFrameCallback(onFrame)
    return () => video.cancelVideoFrameCallback(waiting)
  }, [video])
  return fps
}
