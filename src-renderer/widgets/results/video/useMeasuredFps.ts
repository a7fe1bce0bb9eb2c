import { useEffect, useRef } from 'react'
import { measuredFps } from './fps.ts'

const SAMPLE_COUNT = 24

/** Measures a video's frame rate while it plays; `current` is undefined until known. */
export function useMeasuredFps(video: HTMLVideoElement | null): { current: number | undefined } {
  const fps = useRef<number>(undefined)
  useEffect(() => {
    if (video === null || !('requestVideoFrameCallback' in video)) return
    const times: number[] = []
    let handle = 0
    const onFrame = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      if (times.length < SAMPLE_COUNT && !video.seeking) times.push(mediaTime)
      fps.current = measuredFps(times) ?? fps.current
      if (times.length < SAMPLE_COUNT) handle = video.requestVideoFrameCallback(onFrame)
    }
    handle = video.requestVideoFrameCallback(onFrame)
    return () => video.cancelVideoFrameCallback(handle)
  }, [video])
  return fps
}
