import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'
import { Tooltip } from './Tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Its name, for screen readers and as its tooltip. */
  label: string
  /** Shown beside the name in the tooltip, such as "R". */
  keys?: string
  icon: ReactNode
  size?: 'small' | 'normal'
  /** `framed` stands on an image or beside framed buttons. */
  variant?: 'quiet' | 'framed'
}

export function IconButton({
  label,
  keys,
  icon,
  size = 'normal',
  variant = 'quiet',
  className,
  ...rest
}: Props) {
  return (
    <Tooltip label={label} {...(keys ? { keys } : {})}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={classes(styles.icon, styles[size], styles[variant], className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
