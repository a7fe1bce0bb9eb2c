import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hasModifier } from '../../../lib/keys.ts'
import { classes } from '../../../ui/classes.ts'
import { rankAt, type RailScale, yOfRank } from '../core/timeline/RailScale.ts'
import styles from './TimelineRail.module.css'

interface Props {
  scale: RailScale
  /** DOM id of the element that the rail scrolls. */
  controls: string
  /** Rank of the first result in view. */
  rank: number
  /** Shows the result with a rank; resolves when it is shown. */
  onSeek: (rank: number) => Promise<unknown>
}

/**
 * The scrollbar of the gallery, which stands for all results, loaded or not. A date or value appears while it is
 * hovered, dragged or focused.
 */
export function TimelineRail({ scale, controls, rank, onSeek }: Props) {
  const rail = useRef<HTMLDivElement>(null)
  const height = useHeight(rail)
  const marks = useMemo(() => scale.marks(height), [scale, height])
  const [hoveredRank, setHoveredRank] = useState<number>()
  const [isFocused, setFocused] = useState(false)
  const seek = useLatestSeek(onSeek)
  const shownRank = seek.pendingRank ?? rank
  const bubbleRank = seek.pendingRank ?? hoveredRank ?? (isFocused ? rank : undefined)
  const [isDragging, setDragging] = useState(false)

  const rankUnder = ({ clientY }: PointerEvent): number =>
    rankAt(scale, clientY - (rail.current?.getBoundingClientRect().top ?? 0), height)
  const onKeyDown = (event: KeyboardEvent) => {
    const target = hasModifier(event) ? undefined : keyTarget(event.key, shownRank, scale)
    if (target === undefined) return
    event.preventDefault()
    seek.to(target)
  }
  return (
    <div
      ref={rail}
      className={classes(styles.rail, isDragging && styles.dragging)}
      role="slider"
      tabIndex={0}
      aria-label={scale.label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, scale.total - 1)}
      aria-valuenow={shownRank}
      aria-valuetext={scale.textAt(shownRank)}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setDragging(true)
        seek.to(rankUnder(event))
      }}
      onPointerMove={(event) => {
        const at = rankUnder(event)
        setHoveredRank(at)
        if (isDragging) seek.to(at)
      }}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onPointerLeave={() => setHoveredRank(undefined)}
    >
      {marks.map(({ y, text, kind }) => (
        <span key={y} className={styles[kind]} style={{ top: y }} aria-hidden>
          {text}
        </span>
      ))}
      <span className={styles.thumb} style={{ top: yOfRank(scale, shownRank, height) }} aria-hidden />
      {bubbleRank !== undefined && (
        <span className={styles.bubble} style={{ top: yOfRank(scale, bubbleRank, height) }} aria-hidden>
          {scale.textAt(bubbleRank)}
        </span>
      )}
    </div>
  )
}

/** The rank that a key moves to. Undefined for other keys. */
function keyTarget(key: string, rank: number, scale: RailScale): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return scale.step(rank, 'small', 1)
    case 'ArrowUp':
    case 'ArrowLeft':
      return scale.step(rank, 'small', -1)
    case 'PageDown':
      return scale.step(rank, 'large', 1)
    case 'PageUp':
      return scale.step(rank, 'large', -1)
    case 'Home':
      return 0
    case 'End':
      return scale.total - 1
    default:
      return undefined
  }
}

/** Runs one seek at a time; of those requested meanwhile, only the latest one runs. */
function useLatestSeek(onSeek: Props['onSeek']) {
  const [pendingRank, setPendingRank] = useState<number>()
  const next = useRef<number>(undefined)
  const isBusy = useRef(false)
  /** The callback of the latest render. A drag may load other results, which earlier callbacks don't have. */
  const latestSeek = useRef(onSeek)
  useEffect(() => {
    latestSeek.current = onSeek
  })
  const run = async () => {
    isBusy.current = true
    while (next.current !== undefined) {
      const target = next.current
      next.current = undefined
      await latestSeek.current(target)
    }
    isBusy.current = false
    setPendingRank(undefined)
  }
  return {
    /** The requested rank, which the rail shows until its results are loaded. */
    pendingRank,
    to: (rank: number) => {
      next.current = rank
      setPendingRank(rank)
      if (!isBusy.current) void run()
    },
  }
}

/** Inner height of an element in px. */
function useHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setHeight(element.clientHeight)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return height
}
