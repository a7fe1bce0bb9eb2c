import { Pause, Play, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { viewerCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './Slideshow.module.css'

const INTERVALS = ['3', '5', '10'] as const
type Seconds = (typeof INTERVALS)[number]

/** The controls and the cursor are hidden after this long without a pointer movement or key press. */
const HIDE_AFTER_MS = 2500

interface Options {
  /** Id of the slide on screen, even if it failed to load; undefined while it loads. */
  shownId: string | undefined
  /** Whether the slide is a video or audio file, which stays until it has played to its end. */
  hasOwnLength: boolean
  /** Whether a dialog covers the slide, which stays meanwhile. */
  isCovered: boolean
  /** Shows the next slide; undefined at the end. */
  showNext: (() => void) | undefined
}

export interface Slideshow {
  isOn: boolean
  isPaused: boolean
  /** Whether the pointer is over the controls. Images then stay; a video or audio file plays on. */
  isHovered: boolean
  seconds: Seconds
  start: () => void
  stop: () => void
  setPaused: (isPaused: boolean) => void
  setHovered: (isHovered: boolean) => void
  setSeconds: (seconds: Seconds) => void
  /** Shows the next slide, or ends after the last one. */
  advance: () => void
}

/**
 * A slideshow: it advances after an interval, or at the end of a video or audio file, and stops after the last slide.
 */
export function useSlideshow({ shownId, hasOwnLength, isCovered, showNext }: Options): Slideshow {
  const [isOn, setOn] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const [seconds, setSeconds] = useState<Seconds>('5')
  const advance = () => (showNext ? showNext() : setOn(false))
  const onTimeout = useEffectEvent(advance)
  const isTimed = isOn && !isPaused && !isHovered && !isCovered && !hasOwnLength
  useEffect(() => {
    if (!isTimed || shownId === undefined) return
    const timer = setTimeout(() => onTimeout(), Number(seconds) * 1000)
    return () => clearTimeout(timer)
  }, [isTimed, shownId, seconds])
  return {
    isOn,
    isPaused,
    isHovered,
    seconds,
    setPaused,
    setHovered,
    setSeconds,
    advance,
    start: () => {
      setOn(true)
      setPaused(false)
      setHovered(false)
    },
    stop: () => setOn(false),
  }
}

/**
 * The controls of a slideshow. While it runs, they are hidden with the cursor after a time without input, unless one of them has the
 * focus or the pointer is over them.
 */
export function SlideshowControls({ slideshow }: { slideshow: Slideshow }) {
  const isIdle = useIsIdle()
  const { isPaused, isHovered, seconds } = slideshow
  return (
    <div className={classes(styles.cover, isIdle && !isPaused && !isHovered && styles.idle)}>
      <div
        role="toolbar"
        aria-label={t('viewers.slideshow')}
        className={classes(toolbarStyles.bar, styles.controls)}
        // Not `onPointerEnter`, which is fired without a movement if the controls appear under the pointer.
        onPointerMove={() => slideshow.setHovered(true)}
        onPointerLeave={() => slideshow.setHovered(false)}
      >
        <IconButton
          label={t(isPaused ? 'viewers.slideshow_resume' : 'viewers.slideshow_pause')}
          command={viewerCommands.pause}
          icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          onClick={() => slideshow.setPaused(!isPaused)}
        />
        <Segmented
          label={t('viewers.slideshow_interval')}
          value={seconds}
          options={INTERVALS.map((value) => ({ value, label: t('viewers.seconds', { seconds: value }) }))}
          onValueChange={slideshow.setSeconds}
        />
        <IconButton
          label={t('viewers.slideshow_stop')}
          command={viewerCommands.slideshow}
          icon={<X aria-hidden />}
          onClick={slideshow.stop}
        />
      </div>
    </div>
  )
}

/** Whether there was no pointer movement or key press for a while. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), HIDE_AFTER_MS)
    }
    wake()
    addEventListener('pointermove', wake)
    addEventListener('keydown', wake)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', wake)
      removeEventListener('keydown', wake)
    }
  }, [])
  return isIdle
}
