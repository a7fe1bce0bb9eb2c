import styles from './Spinner.module.css'

/** Work of unknown length. With a label it is announced; without one it decorates the text beside it. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className={styles.spinner}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
