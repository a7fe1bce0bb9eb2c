import type { GridJob } from '../../../src-preload/contract/types/grid.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { currentPixelRatio } from '../../widgets/results/image/zoom.ts'
import { GridCell } from './GridCell.tsx'
import { type GridSheet, positionText } from './model/arrange.ts'
import { cellText } from './model/cellContent.ts'
import type { GridZoom } from './model/useGridZoom.ts'
import styles from './GridTable.module.css'

interface Props {
  row: number
  /** Indexes of the rendered columns. */
  columns: readonly number[]
  /** Column of the cell that Tab focuses, if it is in this row. */
  currentColumn: number | undefined
  sheet: GridSheet
  page: number
  /** Index of the shown job in each stack. */
  layer: number
  zoom: Pick<GridZoom, 'layout' | 'scale'>
}

/** Longest side of a thumbnail in pixels; a little more is still sharp enough. */
const MAX_THUMB_SIZE = 512 * 1.2

/** A row of cells with its sticky heading. */
export function GridRow({ row, columns, currentColumn, sheet, page, layer, zoom }: Props) {
  const { layout, scale } = zoom
  const { headings, cell } = layout
  const pixels = currentPixelRatio()
  const isLarge = Math.max(cell.width, cell.height) * pixels > MAX_THUMB_SIZE
  const imageScale = isLarge ? (scale >= 1 ? scale / pixels : 0) : null
  return (
    <div
      role="row"
      aria-rowindex={row + 1 + (headings.height > 0 ? 1 : 0)}
      className={styles.row}
      style={{ top: layout.rows.offsetAt(row), height: cell.height }}
    >
      {headings.width > 0 && (
        <span
          role="rowheader"
          aria-colindex={1}
          title={sheet.rows.values[row]}
          className={styles.rowHead}
          style={{ width: headings.width }}
        >
          <span dir="auto">{sheet.rows.shortValues[row]}</span>
        </span>
      )}
      {columns.map((column) => {
        const jobs = sheet.jobsAt(column, row, page)
        const job = jobs[layer] ?? jobs[0]
        return (
          <div
            key={column}
            role="gridcell"
            tabIndex={column === currentColumn ? 0 : -1}
            aria-colindex={column + 1 + (headings.width > 0 ? 1 : 0)}
            title={job && job.state !== 'saved' ? cellText(job) : undefined}
            data-column={column}
            data-row={row}
            className={classes(styles.cell, job && styles.clickable)}
            style={{ left: layout.columns.offsetAt(column), width: cell.width, height: cell.height }}
          >
            <VisuallyHidden>{nameOf(sheet, [column, row, page], jobs, job)}</VisuallyHidden>
            <GridCell job={job} count={jobs.length} width={cell.width} imageScale={imageScale} />
          </div>
        )
      })}
    </div>
  )
}

/** The accessible name of a cell. */
function nameOf(
  sheet: GridSheet,
  position: readonly [number, number, number],
  jobs: readonly GridJob[],
  job: GridJob | undefined,
): string {
  const content = [cellText(job), jobs.length > 1 && t('grid.stack', { count: jobs.length })]
    .filter(Boolean)
    .join(', ')
  return t('grid.cell', { position: positionText(sheet, position), content })
}
