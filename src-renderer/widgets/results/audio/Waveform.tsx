import { type PointerEvent, useRef, type KeyboardEvent } from 'react'
import { hasModifier } from '../../../lib/keys.ts'
import { t } from '../../../i18n/t.ts'
import { useTime } from '../media/useMedia.ts'
import { classes } from '../../../ui/classes.ts'
import { formatMediaTime } from '../../../lib/format/time.ts'
import spinnerStyles from '../../../ui/feedback/Spinner.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './AudioViewer.module.css'

/** A pointer movement of fewer pixels than this is a click, not a drag. */
const MIN_DRAG_PX = 4

interface Props {
  element: HTMLMediaElement | null
  /** Undefined while loading, null if the waveform can't be drawn. */
  peaks: readonly number[] | null | undefined
  duration: number
  region: Region | undefined
  onSeek: (time: number) => void
  onRegionChange: (region: Region | undefined) => void
}

/** The waveform of an audio file: click to seek, drag to select a loop region. Keyboard users have the slider below. */
export function Waveform({ element, peaks, duration, region, onSeek, onRegionChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const dragStart = useRef<number>(undefined)
  const time = useTime(element)
  const path = peaks ? waveformPath(peaks) : ''
  const percent = (at: number) => `${duration > 0 ? (at / duration) * 100 : 0}%`
  const timeAt = (clientX: number): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(1, Math.max(0, (clientX - left) / width)) * duration
  }
  const onMove = (event: PointerEvent) => {
    if (dragStart.current === undefined || Math.abs(event.clientX - dragStart.current) < MIN_DRAG_PX) return
    onRegionChange(regionBetween(timeAt(dragStart.current), timeAt(event.clientX), duration))
  }
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || duration === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = event.clientX
  }
  const onUp = (event: PointerEvent) => {
    if (dragStart.current !== undefined && Math.abs(event.clientX - dragStart.current) < MIN_DRAG_PX)
      onSeek(timeAt(event.clientX))
    dragStart.current = undefined
  }
  return (
    <div className={styles.wave}>
      <div
        ref={box}
        className={styles.box}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={() => (dragStart.current = undefined)}
      >
        {peaks === undefined && (
          <span className={classes(spinnerStyles.center, textStyles.quiet, styles.waiting)}>
            {t('media.reading_wave')}
          </span>
        )}
        {peaks === null && (
          <span className={classes(spinnerStyles.center, textStyles.quiet, styles.waiting)}>
            {t('media.no_wave')}
          </span>
        )}
        <svg
          aria-hidden
          className={styles.line}
          viewBox={`0 0 ${peaks?.length ?? 1} ${WAVE_HEIGHT}`}
          preserveAspectRatio="none"
        >
          <path d={path} />
        </svg>
        <svg
          aria-hidden
          className={styles.played}
          style={{ clipPath: `inset(0 calc(100% - ${percent(time)}) 0 0)` }}
          viewBox={`0 0 ${peaks?.length ?? 1} ${WAVE_HEIGHT}`}
          preserveAspectRatio="none"
        >
          <path d={path} />
        </svg>
        <span className={styles.head} style={{ left: percent(time) }} />
        {region && (
          <span
            className={styles.region}
            style={{ left: percent(region.start), width: percent(region.end - region.start) }}
          />
        )}
      </div>
      {region &&
        (['start', 'end'] as const).map((edge) => (
          <EdgeHandle
            key={edge}
            edge={edge}
            at={region[edge]}
            duration={duration}
            left={percent(region[edge])}
            timeAt={timeAt}
            onMove={(to) => onRegionChange(moveEdge(region, edge, to, duration))}
          />
        ))}
    </div>
  )
}

/** Height of the drawing in its own units; it is stretched to its box. */
const WAVE_HEIGHT = 100
/** Silence is drawn as a thin line. */
const MIN_HALF_HEIGHT = 1.5

/** A waveform as an SVG path: for each peak a column of width 1, with a bar of width 0.7 centred in it. */
const waveformPath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = Math.max(MIN_HALF_HEIGHT, (peak * WAVE_HEIGHT) / 2)
      return `M${index + 0.15} ${(WAVE_HEIGHT / 2 - half).toFixed(1)}h.7v${(half * 2).toFixed(1)}h-.7z`
    })
    .join('')

const STEP_SECONDS = 0.1

interface EdgeHandleProps {
  edge: 'start' | 'end'
  at: number
  duration: number
  left: string
  /** Time at a pointer position. */
  timeAt: (clientX: number) => number
  onMove: (to: number) => void
}

/** Handle of one end of the loop region; the arrow keys move it by a tenth of a second. */
function EdgeHandle({ edge, at, duration, left, timeAt, onMove }: EdgeHandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const stepSeconds = {
      ArrowLeft: -STEP_SECONDS,
      ArrowDown: -STEP_SECONDS,
      ArrowRight: STEP_SECONDS,
      ArrowUp: STEP_SECONDS,
    }[event.key]
    if (stepSeconds === undefined || hasModifier(event)) return
    event.preventDefault()
    onMove(at + stepSeconds)
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
      aria-valuetext={formatMediaTime(at, true)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}

/** A section of an audio file, in seconds. */
export interface Region {
  start: number
  end: number
}

/** Length of the shortest region in seconds; a shorter one would be inaudible. */
const MIN_LENGTH = 0.05

/** The region between two times in any order; undefined if it is too short. */
export function regionBetween(a: number, b: number, duration: number): Region | undefined {
  const start = Math.max(0, Math.min(a, b))
  const end = Math.min(duration, Math.max(a, b))
  return end - start < MIN_LENGTH ? undefined : { start, end }
}

/** Moves one end of a region without passing the other. */
export const moveEdge = (region: Region, edge: keyof Region, to: number, duration: number): Region =>
  edge === 'start'
    ? { ...region, start: Math.max(0, Math.min(to, region.end - MIN_LENGTH)) }
    : { ...region, end: Math.min(duration, Math.max(to, region.start + MIN_LENGTH)) }

/** Media times are rounded, so the end counts as reached this much earlier, in seconds. */
const END_TOLERANCE_S = 0.005

/** The time to jump back to when the region's end is reached; undefined before that. */
export const loopRestartTime = (region: Region | undefined, time: number): number | undefined =>
  region !== undefined && time >= region.end - END_TOLERANCE_S ? region.start : undefined
