import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import styles from './Chip.module.css'
import { classes } from '../classes.ts'

export type Tone = 'quiet' | 'accent' | 'ok' | 'warn' | 'bad'

interface Props {
  tone?: Tone
  icon?: ReactNode
  /** Renders a button; with `pressed`, a toggle button. */
  onClick?: () => void
  pressed?: boolean
  /** For a button that shows and hides something: whether it is shown. */
  expanded?: boolean
  /** Adds a remove button with `removeLabel`. */
  onRemove?: () => void
  removeLabel?: string
  children: ReactNode
}

/** A short fact, a filter or a state. Its text alone carries the meaning, without the colour. */
export function Chip({
  tone = 'quiet',
  icon,
  onClick,
  pressed,
  expanded,
  onRemove,
  removeLabel,
  children,
}: Props) {
  const name = classes(styles.chip, styles[pressed ? 'accent' : tone], onClick && styles.clickable)
  const body = (
    <>
      {icon}
      <span dir="auto" className={styles.text}>
        {children}
      </span>
    </>
  )
  if (onClick)
    return (
      <button
        type="button"
        className={name}
        onClick={onClick}
        aria-pressed={pressed}
        aria-expanded={expanded}
      >
        {body}
      </button>
    )
  return (
    <span className={name}>
      {body}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}
