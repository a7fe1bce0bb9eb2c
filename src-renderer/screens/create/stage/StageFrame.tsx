import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'
import styles from './Stage.module.css'

interface Props {
  /** Size of the image in pixels; null for a default aspect ratio. */
  width: number | null
  height: number | null
  className?: string | undefined
  children: ReactNode
}

const DEFAULT_SIZE = { width: 1024, height: 768 }

/** Frame that reserves the largest fitting area in the aspect ratio of an image. */
export function StageFrame({ width, height, className, children }: Props) {
  const size = width !== null && height !== null && width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE
  const ratio = size.width / size.height
  return (
    <div className={styles.room}>
      <div
        className={classes(styles.frame, className)}
        style={{ '--ratio': ratio, '--most': `${Math.max(size.width, 480) * 1.5}px` }}
      >
        {children}
      </div>
    </div>
  )
}
