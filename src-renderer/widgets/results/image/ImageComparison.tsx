import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { hasModifier } from '../../../lib/keys.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import badgeStyles from '../../../ui/layout/badge.module.css'
import styles from './ImageComparison.module.css'

const STEP_PERCENT = 2
/** A side narrower than this has no space for its label. */
const LABEL_PERCENT = 12

interface Props {
  /** URL of the image on the left. */
  beforeUrl: string
  /** Names of the two sides; "Before" and "After" by default. */
  beforeLabel?: string
  afterLabel?: string
  /** Class of the left image; the right one needs the same class, so that they align. */
  imageClass: string
  /** The image on the right. */
  children: ReactNode
}

/** Two images on top of each other, with a divider that can be dragged or moved with the arrow keys. */
export function ImageComparison({
  beforeUrl,
  beforeLabel = t('media.before'),
  afterLabel = t('media.after'),
  imageClass,
  children,
}: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState(50)
  const moveTo = (to: number) => setPosition(Math.min(100, Math.max(0, to)))
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const { left, width } = container.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(((event.clientX - left) / width) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return
    const [less, more] = [position - STEP_PERCENT, position + STEP_PERCENT]
    const keys: Record<string, number> = {
      ArrowLeft: less,
      ArrowDown: less,
      ArrowRight: more,
      ArrowUp: more,
      Home: 0,
      End: 100,
    }
    const to = keys[event.key]
    if (to === undefined) return
    event.preventDefault()
    moveTo(to)
  }
  return (
    <div ref={container} className={styles.comparison}>
      <div className={styles.layer} style={{ clipPath: `inset(0 0 0 ${position}%)` }}>
        {children}
      </div>
      <div className={styles.layer} style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }}>
        <img
          className={`${imageClass} ${styles.beforeImage}`}
          src={beforeUrl}
          alt={beforeLabel}
          draggable={false}
        />
      </div>
      {position > LABEL_PERCENT && (
        <span dir="auto" className={classes(badgeStyles.badge, styles.label, styles.left)}>
          {beforeLabel}
        </span>
      )}
      {position < 100 - LABEL_PERCENT && (
        <span dir="auto" className={classes(badgeStyles.badge, styles.label, styles.right)}>
          {afterLabel}
        </span>
      )}
      <button
        type="button"
        role="slider"
        className={styles.handle}
        style={{ left: `${position}%` }}
        aria-label={t('media.divider')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(position)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <GripVertical aria-hidden />
      </button>
    </div>
  )
}
