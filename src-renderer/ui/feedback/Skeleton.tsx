import type { CSSProperties } from 'react'
import { classes } from '../classes.ts'
import styles from './Skeleton.module.css'

interface Props {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string | undefined
}

/** A placeholder with the size of the content that is loading, so that the layout doesn't move. */
export function Skeleton({ width = '100%', height = 12, className }: Props) {
  return <span aria-hidden className={classes(styles.skeleton, className)} style={{ width, height }} />
}
