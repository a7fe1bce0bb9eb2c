import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { formatTime } from '../../../lib/formatTime.ts'
import styles from './Waveform.module.css'

const STEP_SECONDS = 0.1

interface Props {
  edge: 'start' | 'end'
  at: number
  duration: number
  left: string
  /** Time at a pointer position. */
  timeAt: (clientX: number) => number
  onMove: (to: number) => void
}

/** Handle of one end of the loop region; the arrow keys move it by a tenth of a second. */
export function EdgeHandle({ edge, at, duration, left, timeAt, onMove }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = {
      ArrowLeft: -STEP_SECONDS,
      ArrowDown: -STEP_SECONDS,
      ArrowRight: STEP_SECONDS,
      ArrowUp: STEP_SECONDS,
    }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(at + by)
  }
  const onPointerMove = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(timeAt(event.clientX))
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={styles.edge}
      style={{ left }}
      aria-label={t(`media.loop_${edge}`)}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={at}
      aria-valuetext={formatTime(at, true)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}
