import { Repeat, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { PlaybackFailure, usePlaybackFailure, PlayerBar } from '../media/PlayerBar.tsx'
import {
  playerHandlers,
  durationInSeconds,
  setMediaProperties,
  useMedia,
  useSlide,
} from '../media/useMedia.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { ComparisonBar } from './ComparisonBar.tsx'
import { classes } from '../../../ui/classes.ts'
import { type Region, regionBetween, loopRestartTime, Waveform } from './Waveform.tsx'
import { decodePeaks } from '../../thumbs/waveform.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatMediaTime } from '../../../lib/format/time.ts'
import { audioCommands, playerCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { fileUrl, readFile } from '../../../host/fileUrl.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './AudioViewer.module.css'

/** An audio file with its waveform, a loop region, and A/B comparison with another file. */
export function AudioViewer({ asset, detail, mode, slide }: ViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const [ownElement, setOwnElement] = useState<HTMLAudioElement | null>(null)
  const [comparedElement, setComparedElement] = useState<HTMLAudioElement | null>(null)
  const [comparedAsset, setComparedAsset] = useState<Asset>()
  // The file that plays: `a` is this one, `b` the compared one.
  const [active, setActive] = useState<'a' | 'b'>('a')
  const [region, setRegion] = useState<Region>()
  const [isLooping, setLooping] = useState(false)
  const isComparedActive = active === 'b' && comparedAsset !== undefined
  const activeAsset = isComparedActive ? comparedAsset : asset
  const element = isComparedActive ? comparedElement : ownElement
  const media = useMedia(element, durationInSeconds(activeAsset))
  const failure = usePlaybackFailure(element, activeAsset.id)
  useSlide(ownElement, failure !== undefined, slide)
  const peaks = usePeaks(activeAsset.id)
  // The compared file may be shorter, so the region is clipped to the active one; undefined if it lies beyond its end.
  const activeRegion = useMemo(
    () => region && regionBetween(region.start, region.end, media.duration),
    [region, media.duration],
  )
  // A slide plays to its end.
  const isSlide = slide !== undefined
  useLoop(element, isSlide ? undefined : activeRegion, isLooping && !isSlide)

  const switchTo = (next: 'a' | 'b') => {
    const nextElement = next === 'b' ? comparedElement : ownElement
    if (next === active || nextElement === null) return
    if (element) {
      const { currentTime, playbackRate, muted } = element
      setMediaProperties(nextElement, {
        currentTime: Math.min(currentTime, nextElement.duration || Infinity),
        playbackRate,
        muted,
      })
      if (!element.paused) void nextElement.play().catch(() => {})
      element.pause()
    }
    setActive(next)
  }
  const setEdgeToNow = (name: 'start' | 'end') => {
    const now = element?.currentTime ?? 0
    const otherEdge = name === 'start' ? (region?.end ?? media.duration) : (region?.start ?? 0)
    setRegion(regionBetween(now, otherEdge, media.duration))
  }
  useShortcuts(mode, viewer, playerCommands, playerHandlers(media))
  useShortcuts(mode, viewer, audioCommands, {
    start: () => media.seek(0),
    end: media.seekToEnd,
    loop: () => setLooping(!isLooping),
    regionStart: () => setEdgeToNow('start'),
    regionEnd: () => setEdgeToNow('end'),
    compare: comparedAsset && (() => switchTo(active === 'a' ? 'b' : 'a')),
  })
  if (failure && !isComparedActive) return <PlaybackFailure reason={failure} format={asset.format} />
  return (
    <div ref={viewer} className={styles.viewer}>
      {/* The spoken text of generated audio is unknown, so there are no captions. */}
      <audio ref={setOwnElement} src={fileUrl(asset.id)} preload="auto" />
      {comparedAsset && <audio ref={setComparedElement} src={fileUrl(comparedAsset.id)} preload="auto" />}
      <div className={classes(panelStyles.lifted, styles.card)}>
        <Waveform
          element={element}
          peaks={peaks}
          duration={media.duration}
          region={activeRegion}
          onSeek={media.seek}
          onRegionChange={setRegion}
        />
        <PlayerBar
          element={element}
          media={media}
          withTenths
          controlsAfterSpeed={
            <IconButton
              label={t('media.loop')}
              command={audioCommands.loop}
              aria-pressed={isLooping}
              icon={<Repeat aria-hidden />}
              onClick={() => setLooping(!isLooping)}
            />
          }
        />
        <div className={classes(toolbarStyles.ends, styles.controls)}>
          <LoopBar region={region} onSetEdge={setEdgeToNow} onClear={() => setRegion(undefined)} />
          <ComparisonBar
            asset={asset}
            inputs={detail.inputs}
            comparedAsset={comparedAsset}
            active={isComparedActive ? 'b' : 'a'}
            isBroken={isComparedActive && failure !== undefined}
            onSwitch={switchTo}
            onComparedChange={(next) => {
              if (next === undefined) switchTo('a')
              setComparedAsset(next)
            }}
          />
        </div>
      </div>
    </div>
  )
}

/** Number of bars in the waveform. */
const PEAK_COUNT = 400

/** Peaks of an audio asset: undefined while loading, null if they can't be decoded. */
function usePeaks(id: string): number[] | null | undefined {
  const { data } = useQuery({
    queryKey: ['peaks', fileUrl(id)],
    queryFn: async () => {
      try {
        return await decodePeaks(await readFile(id), PEAK_COUNT)
      } catch {
        // A file that can't be decoded here may still play; the player reports its own errors.
        return null
      }
    },
    staleTime: Infinity,
  })
  return data
}

interface LoopBarProps {
  region: Region | undefined
  /** Sets one end of the region to the current position. */
  onSetEdge: (edge: 'start' | 'end') => void
  onClear: () => void
}

/** Controls of the loop region: set its ends, show its times, clear it. */
function LoopBar({ region, onSetEdge, onClear }: LoopBarProps) {
  return (
    <div className={toolbarStyles.chips} role="group" aria-label={t('media.loop_part')}>
      <Button size="small" title={t('media.loop_from_keys')} onClick={() => onSetEdge('start')}>
        {t('media.loop_from')}
      </Button>
      <Button size="small" title={t('media.loop_to_keys')} onClick={() => onSetEdge('end')}>
        {t('media.loop_to')}
      </Button>
      <span className={textStyles.label}>
        {region
          ? t('media.loop_is', {
              start: formatMediaTime(region.start, true),
              end: formatMediaTime(region.end, true),
            })
          : t('media.loop_hint')}
      </span>
      {region && (
        <IconButton size="small" label={t('media.loop_clear')} icon={<X aria-hidden />} onClick={onClear} />
      )}
    </div>
  )
}

/** Loops a region; without one, loops the entire file if `isLooping`. */
function useLoop(element: HTMLMediaElement | null, region: Region | undefined, isLooping: boolean): void {
  useEffect(() => {
    if (element === null) return
    setMediaProperties(element, { loop: isLooping && region === undefined })
    if (region === undefined) return
    let frame = 0
    // Whether playback hasn't been paused. At the end of the file, the browser pauses before it fires `ended`.
    let isPlaying = false
    const checkPosition = () => {
      const restart = loopRestartTime(region, element.currentTime)
      if (restart !== undefined) setMediaProperties(element, { currentTime: restart })
      frame = element.paused ? 0 : requestAnimationFrame(checkPosition)
    }
    // At the end of the file, playback stops before the region's end is noticed. `ended` is also fired by a seek to the end.
    const onEnd = () => {
      if (!isPlaying) return
      setMediaProperties(element, { currentTime: region.start })
      void element.play().catch(() => {})
    }
    const onPause = () => {
      isPlaying &&= element.ended
    }
    const onPlay = () => {
      isPlaying = true
      cancelAnimationFrame(frame)
      if (element.currentTime < region.start) setMediaProperties(element, { currentTime: region.start })
      checkPosition()
    }
    if (!element.paused) onPlay()
    element.addEventListener('play', onPlay)
    element.addEventListener('pause', onPause)
    element.addEventListener('ended', onEnd)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('play', onPlay)
      element.removeEventListener('pause', onPause)
      element.removeEventListener('ended', onEnd)
    }
  }, [element, region, isLooping])
}
