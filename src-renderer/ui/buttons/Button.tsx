import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { classes } from '../classes.ts'

type Props = ComponentProps<'button'> & {
  /** `primary` is for the main action of a screen or dialog; `quiet` has no border until it is hovered. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  icon?: ReactNode
}

export function Button({ variant = 'plain', size = 'normal', icon, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[variant], styles[size], className)}
    >
      {icon}
      {children}
    </button>
  )
}
