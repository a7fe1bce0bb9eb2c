import { classes } from './classes.ts'
import styles from './ProgressBar.module.css'

interface Props {
  label: string
  /** 0 to 100; null while nothing is known, drawn as a travelling glint. */
  value: number | null
  className?: string | undefined
}

export function ProgressBar({ label, value, className }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value)}
      className={classes(styles.bar, value === null && styles.unknown, className)}
    >
      <i style={value === null ? undefined : { transform: `scaleX(${value / 100})` }} />
    </div>
  )
}
