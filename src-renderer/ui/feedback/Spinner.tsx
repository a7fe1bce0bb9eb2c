import styles from './Spinner.module.css'

/** A spinner. With a label it has a name for screen readers; without one it is decorative. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className={styles.spinner}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
