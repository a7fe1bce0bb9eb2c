import { useEffect, useRef, useState } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { Thumb } from '../../thumbs/Thumb.tsx'
import { resultHandlers } from '../menu/resultMenu.ts'
import styles from './Filmstrip.module.css'

/** Width of an item and the gap after it, in px; as in the style sheet. */
const PITCH = 60
/** Space beside the items, in px. */
const MARGIN = 4
/** Items rendered beyond the visible ones on each side. */
const OVERSCAN = 3
/** The strip stays visible for this long after a step. */
const SHOWN_AFTER_STEP_MS = 1500

interface Props {
  order: readonly string[]
  /** Index of the shown result. */
  index: number
  tiles: ReadonlyMap<string, Tile>
  /** Whether the pointer is near, so that the strip is shown. */
  isNear: boolean
  onShow: (id: string) => void
  /** Removes the shown result. */
  onRemove: () => void
}

/**
 * The results around the shown one, which is in the middle. Visible on hover, on focus and for a moment after a step.
 */
export function Filmstrip({ order, index, tiles, isNear, onShow, onRemove }: Props) {
  const strip = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  const hasStepped = useRecentStep(index)
  const reach = Math.ceil(width / PITCH / 2) + OVERSCAN
  const first = Math.max(0, index - reach)
  const shown = order.slice(first, index + reach + 1)
  useEffect(() => {
    const element = strip.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <nav
      ref={strip}
      aria-label={t('viewers.filmstrip')}
      className={classes(styles.strip, (isNear || hasStepped) && styles.visible)}
      // No wider than needed to have the shown result in the middle.
      style={{ maxWidth: (2 * Math.max(index, order.length - 1 - index) + 1) * PITCH + MARGIN }}
    >
      <ul
        className={styles.items}
        style={{ translate: `${width / 2 - (index + 0.5) * PITCH + MARGIN / 2}px` }}
      >
        {shown.map((id, offset) => {
          const at = first + offset
          const tile = tiles.get(id)
          return (
            <li key={id} style={{ left: at * PITCH }} className={styles.item}>
              <button
                ref={at === index ? takeFocusInStrip : undefined}
                type="button"
                className={styles.button}
                tabIndex={at === index ? 0 : -1}
                aria-current={at === index ? 'true' : undefined}
                onClick={() => onShow(id)}
                draggable
                {...resultHandlers(() => ({ ids: [id], ...(at === index && { onRemove }) }))}
              >
                <VisuallyHidden>{tile?.title.trim() || tile?.name || t('gallery.untitled')}</VisuallyHidden>
                {tile && <Thumb asset={tile} alt="" />}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Keeps the focus on the shown result if it is in the strip, so that the arrow keys continue from there. */
function takeFocusInStrip(button: HTMLElement | null): void {
  if (button?.closest('nav')?.contains(document.activeElement)) button.focus({ preventScroll: true })
}

/** Whether the index changed a moment ago. */
function useRecentStep(index: number): boolean {
  const [step, setStep] = useState({ index, isRecent: false })
  if (step.index !== index) setStep({ index, isRecent: true })
  useEffect(() => {
    if (!step.isRecent) return
    const timer = setTimeout(() => setStep({ index: step.index, isRecent: false }), SHOWN_AFTER_STEP_MS)
    return () => clearTimeout(timer)
  }, [step])
  return step.isRecent
}
