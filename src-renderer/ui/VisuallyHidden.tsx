import type { ReactNode } from 'react'
import styles from './layout/text.module.css'

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
