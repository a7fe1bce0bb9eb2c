import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './Queue.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function QueueSkeleton() {
  return (
    <div className={styles.waiting}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={34} />
      ))}
    </div>
  )
}
