import type { KeyboardEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { Slider } from '../../../ui/Slider.tsx'
import { formatTime } from '../../../lib/formatTime.ts'
import type { Media } from './useMedia.ts'
import { useTime } from './useTime.ts'

const STEP = 1
const LEAP = 10

/** The place in the medium as a slider: arrows by a second, Page keys by ten. */
export function Scrubber({ element, media }: { element: HTMLMediaElement | null; media: Media }) {
  const time = useTime(element)
  const { duration, seek, skip } = media
  const onKeyDown = (event: KeyboardEvent) => {
    const by = {
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
      ArrowRight: STEP,
      ArrowUp: STEP,
      PageUp: LEAP,
      PageDown: -LEAP,
    }[event.key]
    if (by === undefined) return
    event.preventDefault()
    skip(by)
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
      onValue={seek}
      onKeyDown={onKeyDown}
    />
  )
}
