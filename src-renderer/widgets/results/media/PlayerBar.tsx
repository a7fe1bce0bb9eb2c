import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { formatTime } from '../../../lib/formatTime.ts'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './PlayerBar.module.css'
import { RateMenu } from './RateMenu.tsx'
import { Scrubber } from './Scrubber.tsx'
import type { Media } from './useMedia.ts'
import { useTime } from './useTime.ts'

interface Props {
  element: HTMLMediaElement | null
  media: Media
  /** After the play button, for example frame steps. */
  before?: ReactNode
  /** After the speed. */
  after?: ReactNode
  /** Shows tenths of a second. */
  fine?: boolean
}

/** Playback controls of video and audio: play, position, speed and mute. */
export function PlayerBar({ element, media, before, after, fine = false }: Props) {
  const { playing, muted, duration } = media
  return (
    <div className={classes(toolbarStyles.bar, styles.bar)} role="toolbar" aria-label={t('media.controls')}>
      <IconButton
        label={t(playing ? 'media.pause' : 'media.play')}
        keys="Space"
        icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        className={styles.play}
        onClick={media.toggle}
      />
      {before}
      <span className={styles.slider}>
        <Scrubber element={element} media={media} />
      </span>
      <Clock element={element} duration={duration} fine={fine} />
      <RateMenu rate={media.rate} onRate={media.setRate} />
      {after}
      <IconButton
        label={t(muted ? 'media.unmute' : 'media.mute')}
        keys="M"
        icon={muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        onClick={() => media.setMuted(!muted)}
      />
    </div>
  )
}

function Clock({
  element,
  duration,
  fine,
}: {
  element: HTMLMediaElement | null
  duration: number
  fine: boolean
}) {
  const time = useTime(element)
  return (
    <span className={classes(textStyles.label, styles.clock)}>
      {formatTime(time, fine)} <span className={styles.whole}>/ {formatTime(duration, fine)}</span>
    </span>
  )
}
