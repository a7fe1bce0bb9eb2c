import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import textStyles from '../layout/text.module.css'
import toolbarStyles from '../layout/toolbar.module.css'
import styles from './EmptyState.module.css'

interface Props {
  icon?: ReactNode
  /** Used in place of the icon, with its own size. */
  illustration?: ReactNode
  title: string
  children?: ReactNode
  /** One action, rarely two. */
  actions?: ReactNode
  /** For use inside a list or a popover. */
  small?: boolean
}

/** Shown in place of missing content, with what to do about it. For errors, the title says what happened. */
export function EmptyState({ icon, illustration, title, children, actions, small }: Props) {
  return (
    <div className={classes(styles.empty, small && styles.small)}>
      {illustration && <div className={styles.illustration}>{illustration}</div>}
      {icon && <div className={styles.icon}>{icon}</div>}
      <p dir="auto" className={classes(textStyles.title, styles.title)}>
        {title}
      </p>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={classes(toolbarStyles.actions, styles.actions)}>{actions}</div>}
    </div>
  )
}
