import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'
import styles from './Stage.module.css'

interface Props {
  /** Of the image in pixels; null: not known, a usual shape is kept. */
  width: number | null
  height: number | null
  className?: string | undefined
  children: ReactNode
}

const USUAL = { width: 1024, height: 768 }

/** The place of an image on the stage: as large as it fits, in its shape, before a pixel of it is there. */
export function StageFrame({ width, height, className, children }: Props) {
  const size = width !== null && height !== null && width > 0 && height > 0 ? { width, height } : USUAL
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
