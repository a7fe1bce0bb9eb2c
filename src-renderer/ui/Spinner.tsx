import styles from './Spinner.module.css'

/** Work of unknown length. With a label it speaks; without one it decorates words beside it. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className={styles.spinner}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
