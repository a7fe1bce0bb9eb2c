import { Repeat, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react'
import { useRef, useState, useEffect } from 'react'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { PlaybackFailure, usePlaybackFailure, PlayerBar } from '../media/PlayerBar.tsx'
import { playerHandlers, durationInSeconds, useMedia, useSlide } from '../media/useMedia.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { canDragOut } from '../actions/dragOut.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { FrameMenu } from './FrameMenu.tsx'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { playerCommands, videoCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import styles from './VideoViewer.module.css'

/** A video player with frame steps, a loop, and frame capture. */
export function VideoViewer({ asset, detail, mode, slide }: ViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [isLooping, setLooping] = useState(true)
  const media = useMedia(video, durationInSeconds(asset))
  const failure = usePlaybackFailure(video, asset.id)
  useSlide(video, failure !== undefined, slide)
  const measuredFps = useMeasuredFps(video)
  const step = (direction: 1 | -1) => {
    if (video === null) return
    video.pause()
    const fps = measuredFps.current ?? requestedFps(detail.parameters?.values)
    media.seek(adjacentFrameTime(video.currentTime, direction, fps, media.duration))
  }
  const skipToEnd = () => {
    video?.pause()
    media.seekToEnd()
  }
  useShortcuts(mode, viewer, playerCommands, playerHandlers(media))
  useShortcuts(mode, viewer, videoCommands, {
    previousFrame: () => step(-1),
    nextFrame: () => step(1),
    loop: () => setLooping(!isLooping),
    start: () => media.seek(0),
    end: skipToEnd,
  })
  if (failure) return <PlaybackFailure reason={failure} format={asset.format} />
  return (
    <div ref={viewer} className={styles.viewer}>
      <div className={styles.videoArea}>
        {/* The spoken text of a generated video is unknown, so there are no captions. */}
        <video
          ref={setVideo}
          className={styles.video}
          src={fileUrl(asset.id)}
          aria-label={detail.title.trim() || t('gallery.untitled')}
          {...(asset.width && asset.height ? { width: asset.width, height: asset.height } : {})}
          {...(asset.hasThumb ? { poster: bridge().media.url('thumb', asset.id) } : {})}
          loop={isLooping && slide === undefined}
          playsInline
          preload="auto"
          draggable={canDragOut(asset)}
          onClick={media.toggle}
        />
      </div>
      <div className={styles.controls}>
        <PlayerBar
          element={video}
          media={media}
          withTenths
          controlsAfterPlay={
            <>
              <IconButton
                label={t('media.to_start')}
                command={videoCommands.start}
                icon={<SkipBack aria-hidden />}
                onClick={() => media.seek(0)}
              />
              <IconButton
                label={t('media.frame_back')}
                command={videoCommands.previousFrame}
                icon={<StepBack aria-hidden />}
                onClick={() => step(-1)}
              />
              <IconButton
                label={t('media.frame_on')}
                command={videoCommands.nextFrame}
                icon={<StepForward aria-hidden />}
                onClick={() => step(1)}
              />
              <IconButton
                label={t('media.to_end')}
                command={videoCommands.end}
                icon={<SkipForward aria-hidden />}
                onClick={skipToEnd}
              />
            </>
          }
          controlsAfterSpeed={
            <>
              <IconButton
                label={t('media.loop')}
                command={videoCommands.loop}
                aria-pressed={isLooping}
                icon={<Repeat aria-hidden />}
                onClick={() => setLooping(!isLooping)}
              />
              <FrameMenu detail={detail} currentTime={() => video?.currentTime ?? 0} />
            </>
          }
        />
      </div>
    </div>
  )
}

/** The rate is measured from this many frames, about a second of video. */
const SAMPLE_COUNT = 24

/** Measures a video's frame rate while it plays; `current` is undefined until known. */
function useMeasuredFps(video: HTMLVideoElement | null): { current: number | undefined } {
  const fps = useRef<number>(undefined)
  useEffect(() => {
    if (video === null || !('requestVideoFrameCallback' in video)) return
    const times: number[] = []
    let handle = 0
    const onFrame = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      if (times.length < SAMPLE_COUNT && !video.seeking) times.push(mediaTime)
      fps.current = measureFps(times) ?? fps.current
      if (times.length < SAMPLE_COUNT) handle = video.requestVideoFrameCallback(onFrame)
    }
    handle = video.requestVideoFrameCallback(onFrame)
    return () => video.cancelVideoFrameCallback(handle)
  }, [video])
  return fps
}

/** Frames per second that are assumed if the rate is unknown. */
const DEFAULT_FPS = 30
/** Parameters that may contain the frame rate; the first one with a number wins. */
const FPS_PARAMETERS = ['fps', 'frame_rate', 'frames_per_second']

/** Requested frames per second; undefined if the parameters have none. */
export function requestedFps(values: Values | undefined): number | undefined {
  for (const name of FPS_PARAMETERS) {
    const fps = values?.[name]
    if (typeof fps === 'number' && fps > 0) return fps
  }
  return undefined
}

/** A shorter gap between frames is a rounding error. */
const MIN_GAP_S = 0.001
/** With fewer gaps, a single dropped frame would distort the measured rate. */
const MIN_GAPS = 3

/** Frames per second measured from the times of consecutive frames, in seconds; undefined if there are too few. */
export function measureFps(times: readonly number[]): number | undefined {
  const gaps = times.flatMap((time, index) => {
    const gap = time - (times[index - 1] ?? time)
    return gap > MIN_GAP_S ? [gap] : []
  })
  if (gaps.length < MIN_GAPS) return undefined
  // A busy machine drops frames but never adds any, so a short gap is one frame.
  const shortGap = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)]
  return shortGap === undefined ? undefined : 1 / shortGap
}

/** Tolerance for rounded times, as a fraction of a frame. */
const ROUNDING = 1e-4

/** Time of the next or previous frame in seconds: its middle, so that rounding can't select a neighbouring frame. */
export function adjacentFrameTime(
  time: number,
  direction: 1 | -1,
  fps: number | undefined,
  duration: number,
): number {
  const frameSeconds = 1 / (fps ?? DEFAULT_FPS)
  const frame = Math.floor(time / frameSeconds + ROUNDING) + direction
  const last = Math.max(0, Math.ceil(duration / frameSeconds - ROUNDING) - 1)
  return (Math.min(last, Math.max(0, frame)) + 0.5) * frameSeconds
}
