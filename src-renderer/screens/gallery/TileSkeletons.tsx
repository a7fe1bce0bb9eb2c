import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './Gallery.module.css'

interface Props {
  /** Top of the first row in px. */
  top: number
  rowHeight: number
  rows: number
}

const WIDTHS = [1.33, 1, 0.75, 1.78, 1, 1.5, 1.33, 0.75, 1, 1.78]
const POSITIONS = [...WIDTHS.keys()]

/** Placeholder rows in typical aspect ratios. */
export function TileSkeletons({ top, rowHeight, rows }: Props) {
  return [...Array(rows).keys()].map((row) => (
    <div key={row} className={styles.row} style={{ top: top + row * (rowHeight + 6), height: rowHeight }}>
      {POSITIONS.map((position) => {
        const ratio = WIDTHS[(position + row * 3) % WIDTHS.length] ?? 1
        return (
          <Skeleton key={position} width={ratio * rowHeight} height={rowHeight} className={styles.tile} />
        )
      })}
    </div>
  ))
}
