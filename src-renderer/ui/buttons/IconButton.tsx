import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './IconButton.module.css'
import { Tooltip } from '../overlays/Tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name and tooltip. */
  label: string
  /** Keyboard shortcut in the tooltip, for example "R". */
  keys?: string
  icon: ReactNode
  size?: 'small' | 'normal'
  /** `framed` is for buttons on an image or next to framed buttons. */
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
