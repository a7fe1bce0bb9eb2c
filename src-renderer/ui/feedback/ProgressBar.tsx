import { classes } from '../classes.ts'
import styles from './ProgressBar.module.css'

interface Props {
  label: string
  /** 0 to 100; null for an indeterminate progress bar. */
  value: number | null
  className?: string | undefined
}

export function ProgressBar({ label, value, className }: Props) {
  return (
    <span className={classes(styles.bar, className)}>
      <progress aria-label={label} max={100} {...(value === null ? {} : { value: Math.round(value) })} />
      {value === null && <i aria-hidden />}
    </span>
  )
}
