import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import textStyles from '../layout/text.module.css'
import toolbarStyles from '../layout/toolbar.module.css'
import styles from './EmptyState.module.css'

interface Props {
  icon?: ReactNode
  /** Instead of an icon, in its own size. */
  illustration?: ReactNode
  title: string
  children?: ReactNode
  /** One action, rarely two. */
  actions?: ReactNode
  /** Inside a list or a popover. */
  small?: boolean
}

/** An empty state, with what to do about it. Also for errors: pass what happened as the title. */
export function EmptyState({ icon, illustration: drawing, title, children, actions, small }: Props) {
  return (
    <div className={classes(styles.empty, small && styles.small)}>
      {drawing && <div className={styles.drawing}>{drawing}</div>}
      {icon && <div className={styles.icon}>{icon}</div>}
      <p className={classes(textStyles.title, styles.title)}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={classes(toolbarStyles.actions, styles.actions)}>{actions}</div>}
    </div>
  )
}
