import { Repeat, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react'
import { useRef, useState, useEffect } from 'react'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { MediaBroken, usePlaybackFailure } from '../media/MediaBroken.tsx'
import { mediaKeys, durationInSeconds, useMedia } from '../media/useMedia.ts'
import { PlayerBar } from '../media/PlayerBar.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { requestedFps, adjacentFrameTime, measuredFps } from './fps.ts'
import { FrameButtons } from './FrameButtons.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './VideoViewer.module.css'

/** A video player with frame steps, a loop, and frame capture. */
export function VideoViewer({ asset, detail, mode }: ViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [isLooping, setLooping] = useState(true)
  const media = useMedia(video, durationInSeconds(asset))
  const failure = usePlaybackFailure(video, asset.id)
  const measured = useMeasuredFps(video)
  const step = (direction: 1 | -1) => {
    if (video === null) return
    video.pause()
    const fps = measured.current ?? requestedFps(detail.parameters?.values)
    media.seek(adjacentFrameTime(video.currentTime, direction, fps, media.duration))
  }
  const toEnd = () => {
    video?.pause()
    media.seek(media.duration)
  }
  useShortcuts(mode, viewer, {
    ...mediaKeys(media),
    ',': () => step(-1),
    '.': () => step(1),
    r: () => setLooping(!isLooping),
    Home: () => media.seek(0),
    End: toEnd,
  })
  if (failure) return <MediaBroken reason={failure} format={asset.format} />
  return (
    <div ref={viewer} className={styles.viewer}>
      <div className={styles.videoArea}>
        {/* The spoken text of a generated video is unknown, so there are no captions. */}
        <video
          ref={setVideo}
          className={styles.video}
          src={bridge().media.url('asset', asset.id)}
          aria-label={detail.title.trim() || t('gallery.untitled')}
          {...(asset.width && asset.height ? { width: asset.width, height: asset.height } : {})}
          {...(asset.hasThumb ? { poster: bridge().media.url('thumb', asset.id) } : {})}
          loop={isLooping}
          playsInline
          preload="auto"
          onClick={media.toggle}
        />
      </div>
      <div className={styles.controls}>
        <PlayerBar
          element={video}
          media={media}
          showsTenths
          before={
            <>
              <IconButton
                label={t('media.frame_back')}
                keys=","
                icon={<StepBack aria-hidden />}
                onClick={() => step(-1)}
              />
              <IconButton
                label={t('media.frame_on')}
                keys="."
                icon={<StepForward aria-hidden />}
                onClick={() => step(1)}
              />
            </>
          }
          after={
            <IconButton
              label={t('media.loop')}
              keys="R"
              aria-pressed={isLooping}
              icon={<Repeat aria-hidden />}
              onClick={() => setLooping(!isLooping)}
            />
          }
        />
        <div className={toolbarStyles.chips}>
          <IconButton
            size="small"
            label={t('media.to_start')}
            keys="Home"
            icon={<SkipBack aria-hidden />}
            onClick={() => media.seek(0)}
          />
          <IconButton
            size="small"
            label={t('media.to_end')}
            keys="End"
            icon={<SkipForward aria-hidden />}
            onClick={toEnd}
          />
          <span className={toolbarStyles.space} />
          <FrameButtons detail={detail} currentTime={() => video?.currentTime ?? 0} />
        </div>
      </div>
    </div>
  )
}

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
      fps.current = measuredFps(times) ?? fps.current
      if (times.length < SAMPLE_COUNT) handle = video.requestVideoFrameCallback(onFrame)
    }
    handle = video.requestVideoFrameCallback(onFrame)
    return () => video.cancelVideoFrameCallback(handle)
  }, [video])
  return fps
}
