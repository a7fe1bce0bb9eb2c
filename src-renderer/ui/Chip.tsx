import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import styles from './Chip.module.css'
import { classes } from './classes.ts'

export type Tone = 'quiet' | 'accent' | 'ok' | 'warn' | 'bad'

interface Props {
  tone?: Tone
  icon?: ReactNode
  /** Makes it a button; `clicked` makes that a toggle. */
  onClick?: () => void
  pressed?: boolean
  /** Adds a small cross named by `removeLabel`. */
  onRemove?: () => void
  removeLabel?: string
  children: ReactNode
}

/** A short fact, a filter or a state. The text always says what the color says. */
export function Chip({ tone = 'quiet', icon, onClick, pressed, onRemove, removeLabel, children }: Props) {
  const name = classes(styles.chip, styles[pressed ? 'accent' : tone], onClick && styles.press)
  const body = (
    <>
      {icon}
      <span className={styles.text}>{children}</span>
    </>
  )
  if (onClick)
    return (
      <button type="button" className={name} onClick={onClick} aria-pressed={pressed}>
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
