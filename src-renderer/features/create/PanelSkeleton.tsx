import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './CreatePanel.module.css'

/** The panel while it comes, in the sizes it will have. */
export function PanelSkeleton({ part }: { part: 'top' | 'form' }) {
  if (part === 'top')
    return (
      <div className={styles.top}>
        <Pair height={34} />
        <Pair height={34} />
      </div>
    )
  return (
    <div className={styles.mid}>
      <div className={styles.waiting}>
        <Pair height={96} />
        <Pair height={34} />
        <Pair height={34} />
        <Pair height={34} />
      </div>
    </div>
  )
}

const Pair = ({ height }: { height: number }) => (
  <div className={styles.pair}>
    <Skeleton width={64} height={12} />
    <Skeleton height={height} />
  </div>
)
