import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Gallery.module.css'

interface Props {
  /** Where the first row begins, px. */
  top: number
  rowHeight: number
  rows: number
}

const WIDTHS = [1.33, 1, 0.75, 1.78, 1, 1.5, 1.33, 0.75, 1, 1.78]
const PLACES = [...WIDTHS.keys()]

/** Rows of images still to come, in likely shapes. */
export function TileSkeletons({ top, rowHeight, rows }: Props) {
  return [...Array(rows).keys()].map((row) => (
    <div key={row} className={styles.row} style={{ top: top + row * (rowHeight + 6), height: rowHeight }}>
      {PLACES.map((place) => {
        const ratio = WIDTHS[(place + row * 3) % WIDTHS.length] ?? 1
        return <Skeleton key={place} width={ratio * rowHeight} height={rowHeight} className={styles.tile} />
      })}
    </div>
  ))
}
