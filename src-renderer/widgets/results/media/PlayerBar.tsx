import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { Pause, Play, Volume2, VolumeX, Check, FileX } from 'lucide-react'
import { type ReactNode, type KeyboardEvent, useEffect, useState } from 'react'
import { hasModifier } from '../../../lib/keys.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatMediaTime } from '../../../lib/format/time.ts'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { type Media, useTime } from './useMedia.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { Slider } from '../../../ui/fields/Slider.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { readFile } from '../../../host/fileUrl.ts'
import { playerCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import styles from './PlayerBar.module.css'

interface Props {
  element: HTMLMediaElement | null
  media: Media
  /** Controls after the play button, for example frame steps. */
  controlsAfterPlay?: ReactNode
  /** Controls after the speed menu. */
  controlsAfterSpeed?: ReactNode
  /** Whether times have tenths of a second. */
  withTenths?: boolean
}

/** Playback controls of video and audio: play, position, speed and mute. */
export function PlayerBar({
  element,
  media,
  controlsAfterPlay,
  controlsAfterSpeed,
  withTenths = false,
}: Props) {
  const { isPlaying, isMuted, duration } = media
  return (
    <div className={classes(toolbarStyles.bar, styles.bar)} role="toolbar" aria-label={t('media.controls')}>
      <IconButton
        label={t(isPlaying ? 'media.pause' : 'media.play')}
        command={playerCommands.pause}
        icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        className={styles.play}
        onClick={media.toggle}
      />
      {controlsAfterPlay}
      <span className={styles.slider}>
        <Scrubber element={element} media={media} />
      </span>
      <Clock element={element} duration={duration} withTenths={withTenths} />
      <RateMenu rate={media.rate} onRateChange={media.setRate} />
      {controlsAfterSpeed}
      <IconButton
        label={t(isMuted ? 'media.unmute' : 'media.mute')}
        command={playerCommands.mute}
        icon={isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        onClick={() => media.setMuted(!isMuted)}
      />
    </div>
  )
}

function Clock({
  element,
  duration,
  withTenths,
}: {
  element: HTMLMediaElement | null
  duration: number
  withTenths: boolean
}) {
  const time = useTime(element)
  return (
    <span className={classes(textStyles.label, styles.clock)}>
      {formatMediaTime(time, withTenths)}{' '}
      <span className={styles.whole}>/ {formatMediaTime(duration, withTenths)}</span>
    </span>
  )
}

const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]

/** Menu of playback speeds, which don't change the pitch. */
function RateMenu({ rate, onRateChange }: { rate: number; onRateChange: (rate: number) => void }) {
  return (
    <Menu
      label={t('media.speed')}
      side="top-end"
      items={RATES.map((option) => ({
        label: t('media.times', { rate: option }),
        hint: option === rate ? <Check aria-label={t('media.chosen')} size={14} /> : undefined,
        onSelect: () => onRateChange(option),
      }))}
      trigger={(aria) => (
        <Button
          {...aria}
          variant="quiet"
          className={styles.rate}
          aria-label={t('media.speed_is', { rate })}
          title={t('media.speed')}
        >
          {t('media.times', { rate })}
        </Button>
      )}
    />
  )
}

/** Seconds by which the arrow and the Page keys move the position. */
const STEP_SECONDS = 1
const PAGE_SECONDS = 10

/** The playback position as a slider: arrow keys move by one second, Page keys by ten. */
function Scrubber({ element, media }: { element: HTMLMediaElement | null; media: Media }) {
  const time = useTime(element)
  const { duration, seek, skip } = media
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = {
      ArrowLeft: -STEP_SECONDS,
      ArrowDown: -STEP_SECONDS,
      ArrowRight: STEP_SECONDS,
      ArrowUp: STEP_SECONDS,
      PageUp: PAGE_SECONDS,
      PageDown: -PAGE_SECONDS,
    }[event.key]
    if (seconds === undefined || hasModifier(event)) return
    event.preventDefault()
    skip(seconds)
  }
  return (
    <Slider
      aria-label={t('media.position')}
      aria-valuetext={t('media.of', { at: formatMediaTime(time, true), whole: formatMediaTime(duration) })}
      min={0}
      max={Math.max(duration, 0.01)}
      step={0.01}
      value={Math.min(time, duration)}
      disabled={duration === 0}
      onValueChange={seek}
      onKeyDown={onKeyDown}
    />
  )
}

/** Shown instead of a video or an audio file that can't be played, with the reason. */
export function PlaybackFailure({ reason, format }: { reason: PlaybackFailureReason; format: string }) {
  return (
    <EmptyState icon={<FileX aria-hidden />} title={t(`media.${reason}`)}>
      {t(`media.${reason}_text`, { format: formatName(format) })}
    </EmptyState>
  )
}

/** `missing`: the file can't be read; `unsupported`: it can be read but not played. */
export type PlaybackFailureReason = 'missing' | 'unsupported'

/** Why a media file can't be played; undefined if there was no error. */
export function usePlaybackFailure(
  element: HTMLMediaElement | null,
  id: string,
): PlaybackFailureReason | undefined {
  const [failure, setFailure] = useState<{ id: string; reason: PlaybackFailureReason }>()
  useEffect(() => {
    if (element === null) return
    const onError = () => {
      // A media element reports a missing file and an unknown codec the same way, so this tries to read the file.
      readFile(id).then(
        () => setFailure({ id, reason: 'unsupported' }),
        () => setFailure({ id, reason: 'missing' }),
      )
    }
    // It may have failed before, for example while it was loaded ahead.
    if (element.error) onError()
    element.addEventListener('error', onError)
    return () => element.removeEventListener('error', onError)
  }, [element, id])
  return failure?.id === id ? failure.reason : undefined
}
