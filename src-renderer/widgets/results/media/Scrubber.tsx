import type { KeyboardEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { Slider } from '../../../ui/Slider.tsx'
import { formatTime } from '../../../lib/formatTime.ts'
import type { Media } from './useMedia.ts'
import { useTime } from './useTime.ts'

const STEP_SECONDS = 1
const PAGE_SECONDS = 10

/** The playback position as a slider: arrow keys move by one second, Page keys by ten. */
export function Scrubber({ element, media }: { element: HTMLMediaElement | null; media: Media }) {
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
    if (seconds === undefined) return
    event.preventDefault()
    skip(seconds)
  }
  return (
    <Slider
      aria-label={t('media.position')}
      aria-valuetext={t('media.of', { at: formatTime(time, true), whole: formatTime(duration) })}
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
