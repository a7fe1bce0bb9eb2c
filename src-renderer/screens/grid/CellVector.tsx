import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import badgeStyles from '../../ui/badge.module.css'
import styles from './GridCell.module.css'
import { valueBars } from './model/valueBars.ts'

const WIDTH = 320
const HEIGHT = 240

/** Small view of an embedding: its first values as bars, and its dimension. */
export function CellVector({ id, showsText }: { id: string; showsText: boolean }) {
  const { data } = useApiQuery('library.embedding', { id }, { staleTime: Number.POSITIVE_INFINITY })
  if (!data) return <span className={styles.vector} />
  const path = valueBars(data.preview)
    .map(({ left, top, width, height }) => {
      const [x, y] = [(left * WIDTH).toFixed(1), (top * HEIGHT).toFixed(1)]
      return `M${x} ${y}h${(width * WIDTH).toFixed(1)}v${(height * HEIGHT).toFixed(1)}h${(-width * WIDTH).toFixed(1)}z`
    })
    .join('')
  return (
    <span className={styles.vector}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <path d={path} />
      </svg>
      {showsText && (
        <span className={classes(badgeStyles.badge, badgeStyles.corner, styles.size)}>
          {t('grid.values', { count: data.dimension })}
        </span>
      )}
    </span>
  )
}
