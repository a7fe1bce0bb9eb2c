import { Repeat } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MediaBroken } from '../media/MediaBroken.tsx'
import { mediaKeys } from '../media/mediaKeys.ts'
import { PlayerBar } from '../media/PlayerBar.tsx'
import { durationInSeconds } from '../media/durationInSeconds.ts'
import { setMedia } from '../../thumbs/setMedia.ts'
import { usePlaybackFailure } from '../media/usePlaybackFailure.ts'
import { useMedia } from '../media/useMedia.ts'
import { useKeys } from '../useKeys.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { AbBar } from './AbBar.tsx'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/panel.module.css'
import styles from './AudioViewer.module.css'
import { LoopBar } from './LoopBar.tsx'
import { type Region, regionOf } from './region.ts'
import { useLoop } from './useLoop.ts'
import { usePeaks } from './usePeaks.ts'
import { Waveform } from './Waveform.tsx'

/** An audio file with its waveform, a loop region, and A/B comparison with another file. */
export function AudioViewer({ asset, detail, place }: ViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const [ownElement, setOwn] = useState<HTMLAudioElement | null>(null)
  const [otherElement, setRival] = useState<HTMLAudioElement | null>(null)
  const [other, setOther] = useState<Asset>()
  const [active, setHeard] = useState<'a' | 'b'>('a')
  const [region, setRegion] = useState<Region>()
  const [isLooping, setLooping] = useState(false)
  const isOtherActive = active === 'b' && other !== undefined
  const activeAsset = isOtherActive ? other : asset
  const element = isOtherActive ? otherElement : ownElement
  const media = useMedia(element, durationInSeconds(activeAsset))
  const failure = usePlaybackFailure(element, activeAsset.id)
  const peaks = usePeaks(activeAsset.id)
  useLoop(element, region, isLooping)

  const switchTo = (next: 'a' | 'b') => {
    const to = next === 'b' ? otherElement : ownElement
    if (next === active || to === null) return
    if (element) {
      const { currentTime, playbackRate, muted } = element
      setMedia(to, { currentTime: Math.min(currentTime, to.duration || Infinity), playbackRate, muted })
      if (!element.paused) void to.play().catch(() => {})
      element.pause()
    }
    setHeard(next)
  }
  const setEdge = (name: 'start' | 'end') => {
    const now = element?.currentTime ?? 0
    const otherEdge = name === 'start' ? (region?.end ?? media.duration) : (region?.start ?? 0)
    setRegion(regionOf(now, otherEdge, media.duration))
  }
  useKeys(place, viewer, {
    ...mediaKeys(media),
    Home: () => media.seek(0),
    End: () => media.seek(media.duration),
    r: () => setLooping(!isLooping),
    '[': () => setEdge('start'),
    ']': () => setEdge('end'),
    b: other && (() => switchTo(active === 'a' ? 'b' : 'a')),
  })
  if (failure && !isOtherActive) return <MediaBroken reason={failure} format={asset.format} />
  const { media: host } = bridge()
  return (
    <div ref={viewer} className={styles.viewer}>
      {/* The spoken text of generated audio is unknown, so there are no captions. */}
      <audio ref={setOwn} src={host.url('asset', asset.id)} preload="auto" />
      {other && <audio ref={setRival} src={host.url('asset', other.id)} preload="auto" />}
      <div className={classes(panelStyles.lifted, styles.card)}>
        <Waveform
          element={element}
          peaks={peaks}
          duration={media.duration}
          region={region}
          onSeek={media.seek}
          onRegion={setRegion}
        />
        <PlayerBar
          element={element}
          media={media}
          fine
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
        <div className={styles.controls}>
          <LoopBar region={region} onEdge={setEdge} onClear={() => setRegion(undefined)} />
          <AbBar
            asset={asset}
            inputs={detail.inputs}
            other={other}
            active={isOtherActive ? 'b' : 'a'}
            isBroken={isOtherActive && failure !== undefined}
            onSwitch={switchTo}
            onOtherChange={(next) => {
              if (next === undefined) switchTo('a')
              setOther(next)
            }}
          />
        </div>
      </div>
    </div>
  )
}
