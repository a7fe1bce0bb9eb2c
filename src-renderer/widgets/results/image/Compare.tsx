import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import badgeStyles from '../../../ui/badge.module.css'
import styles from './Compare.module.css'

const STEP = 2

interface Props {
  /** Address of the image before. */
  before: string
  /** How both are drawn. */
  look: string
  /** The image after. */
  children: ReactNode
}

/** Before and after in one place: a divider that is dragged, or moved by the arrows. */
export function Compare({ before, look, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(50)
  const move = (to: number) => setAt(Math.min(100, Math.max(0, to)))
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move(((event.clientX - left) / width) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - STEP, ArrowRight: at + STEP, Home: 0, End: 100 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <div ref={box} className={styles.both}>
      <div className={styles.part} style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
        {children}
      </div>
      <div className={styles.part} style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
        <img className={`${look} ${styles.beneath}`} src={before} alt={t('media.before')} draggable={false} />
      </div>
      {at > 12 && (
        <span className={classes(badgeStyles.badge, styles.word, styles.left)}>{t('media.before')}</span>
      )}
      {at < 88 && (
        <span className={classes(badgeStyles.badge, styles.word, styles.right)}>{t('media.after')}</span>
      )}
      <button
        type="button"
        role="slider"
        className={styles.handle}
        style={{ left: `${at}%` }}
        aria-label={t('media.divider')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <GripVertical aria-hidden />
      </button>
    </div>
  )
}
