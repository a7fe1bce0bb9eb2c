import { Skeleton } from '../../ui/Skeleton.tsx'
import fieldStyles from '../../ui/field.module.css'
import styles from './CreatePanel.module.css'

/** Placeholder of the panel in its final sizes. */
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
      <div className={fieldStyles.form}>
        <Pair height={96} />
        <Pair height={34} />
        <Pair height={34} />
        <Pair height={34} />
      </div>
    </div>
  )
}

const Pair = ({ height }: { height: number }) => (
  <div className={fieldStyles.field}>
    <Skeleton width={64} height={12} />
    <Skeleton height={height} />
  </div>
)
