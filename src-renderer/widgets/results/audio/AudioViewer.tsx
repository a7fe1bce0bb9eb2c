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
import { useFailure } from '../media/useFailure.ts'
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

/** An audio file: its waveform, a stretch of it looped, and another one to compare it with at the same place. */
export function AudioViewer({ asset, detail, place }: ViewerProps) {
  const whole = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<HTMLAudioElement | null>(null)
  const [rival, setRival] = useState<HTMLAudioElement | null>(null)
  const [other, setOther] = useState<Asset>()
  const [heard, setHeard] = useState<'a' | 'b'>('a')
  const [region, setRegion] = useState<Region>()
  const [loop, setLoop] = useState(false)
  const second = heard === 'b' && other !== undefined
  const shown = second ? other : asset
  const element = second ? rival : own
  const media = useMedia(element, durationInSeconds(shown))
  const failure = useFailure(element, shown.id)
  const peaks = usePeaks(shown.id)
  useLoop(element, region, loop)

  const hear = (next: 'a' | 'b') => {
    const to = next === 'b' ? rival : own
    if (next === heard || to === null) return
    if (element) {
      const { currentTime, playbackRate, muted } = element
      setMedia(to, { currentTime: Math.min(currentTime, to.duration || Infinity), playbackRate, muted })
      if (!element.paused) void to.play().catch(() => {})
      element.pause()
    }
    setHeard(next)
  }
  const edge = (name: 'start' | 'end') => {
    const now = element?.currentTime ?? 0
    const rest = name === 'start' ? (region?.end ?? media.duration) : (region?.start ?? 0)
    setRegion(regionOf(now, rest, media.duration))
  }
  useKeys(place, whole, {
    ...mediaKeys(media),
    Home: () => media.seek(0),
    End: () => media.seek(media.duration),
    r: () => setLoop(!loop),
    '[': () => edge('start'),
    ']': () => edge('end'),
    b: other && (() => hear(heard === 'a' ? 'b' : 'a')),
  })
  if (failure && !second) return <MediaBroken why={failure} format={asset.format} />
  const { media: host } = bridge()
  return (
    <div ref={whole} className={styles.whole}>
      {/* What is said in a made sound is not known: there are no captions to give. */}
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
              aria-pressed={loop}
              icon={<Repeat aria-hidden />}
              onClick={() => setLoop(!loop)}
            />
          }
        />
        <div className={styles.ways}>
          <LoopBar region={region} onEdge={edge} onClear={() => setRegion(undefined)} />
          <AbBar
            asset={asset}
            inputs={detail.inputs}
            other={other}
            heard={second ? 'b' : 'a'}
            broken={second && failure !== undefined}
            onHear={hear}
            onOther={(next) => {
              if (next === undefined) hear('a')
              setOther(next)
            }}
          />
        </div>
      </div>
    </div>
  )
}
