import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { GridAsset, GridJob } from '../../../src-preload/contract/types/grid.ts'
import { t } from '../../i18n/t.ts'
import { renderedIndexes } from '../../lib/virtualList.ts'
import { cellCommand } from './core/cellCommand.ts'
import { cellOf, useCellFocus } from './useCellFocus.ts'
import type { Cell, GridLayout } from './core/GridLayout.ts'
import { type GridSheet, positionText } from './core/arrange.ts'
import { SCROLL_STEP, useDragScroll, type Viewport } from './model/gridScroll.ts'
import type { GridZoom } from './model/useGridZoom.ts'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { dragsCellOut } from '../../widgets/results/actions/dragOut.ts'
import { currentPixelRatio } from '../../widgets/results/image/zoom.ts'
import { GridCell, cellText } from './GridCell.tsx'
import { resultHandlers, type ResultTarget } from '../../widgets/results/menu/resultMenu.ts'
import styles from './GridScreen.module.css'

interface Props {
  scrollerRef: RefObject<HTMLDivElement | null>
  viewport: Viewport
  zoom: GridZoom
  sheet: GridSheet
  page: number
  /** Which job of each cell is shown, by index; a cell with fewer jobs shows its first one. */
  layer: number
  /** The cell with the roving focus. */
  focusedCell: Cell
  /** Whether that cell is scrolled into view and focused initially. */
  scrollsToFocusedCell: boolean
  onFocusedCell: (cell: Cell) => void
  onOpen: (jobs: readonly GridJob[], job: GridJob) => void
}

/** The result that the cell of a job shows. */
const shownAsset = ({ state, asset }: GridJob): GridAsset | undefined =>
  state === 'saved' && asset ? asset : undefined

/** Space between the headings and the name of a cell. */
const NAME_MARGIN_PX = 8

/** The cells near the viewport with their sticky headings. */
export function GridTable(props: Props) {
  const {
    scrollerRef,
    viewport,
    zoom,
    sheet,
    page,
    layer,
    focusedCell,
    scrollsToFocusedCell,
    onFocusedCell,
  } = props
  const { layout } = zoom
  const { headings, columns, rows } = layout
  const canDragOut = dragsCellOut({ width: columns.length, height: rows.length }, viewport)
  useDragScroll(scrollerRef)
  const isMeasured = viewport.width > 0
  const focus = useCellFocus(scrollerRef, {
    layout,
    focusedCell,
    onFocusedCell,
    isMeasured,
    scrollsToFocusedCell,
  })
  const openAt = ([column, row]: Cell) => {
    const jobs = sheet.jobsAt(column, row, page)
    const job = jobs[layer] ?? jobs[0]
    if (job) props.onOpen(jobs, job)
  }
  const resultAt = (target: Element): ResultTarget | undefined => {
    const cell = cellOf(target)
    const jobs = cell ? sheet.jobsAt(cell[0], cell[1], page) : []
    const job = jobs[layer] ?? jobs[0]
    const asset = job && shownAsset(job)
    return asset && { ids: [asset.id] }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const dimensions = {
      columns: columns.count,
      rows: rows.count,
      rowsInView: layout.rowsIn(viewport.height),
    }
    const command = cellCommand(event, cellOf(event.target) ?? focusedCell, dimensions)
    if (!command) return
    event.preventDefault()
    if (command.kind === 'open') return openAt(command.cell)
    focus.moveTo(command.cell)
  }
  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target)
    if (!cell) return
    onFocusedCell(cell)
    openAt(cell)
  }
  const range = layout.range({
    ...viewport,
    width: viewport.width + SCROLL_STEP,
    height: viewport.height + SCROLL_STEP,
  })
  const shownColumns = renderedIndexes(range.columns, focusedCell[0])
  return (
    <div
      ref={scrollerRef}
      role="grid"
      tabIndex={-1}
      aria-label={t('grid.label')}
      aria-rowcount={rows.count + (headings.height > 0 ? 1 : 0)}
      aria-colcount={columns.count + (headings.width > 0 ? 1 : 0)}
      className={styles.scroller}
      onScroll={viewport.onScroll}
      onFocus={focus.onFocus}
      onKeyDown={onKeyDown}
      onClick={onClick}
      {...resultHandlers(resultAt)}
    >
      {isMeasured && (
        <div
          className={styles.sheet}
          style={{
            width: columns.length,
            height: Math.max(viewport.height, rows.length),
            // Keeps the names of large cells in view.
            '--label-left': `${headings.width + NAME_MARGIN_PX}px`,
            '--label-top': `${headings.height + NAME_MARGIN_PX}px`,
          }}
        >
          <ColumnHeadings sheet={sheet} layout={layout} columns={shownColumns} />
          {headings.width > 0 && (
            <span
              aria-hidden
              className={styles.headingColumn}
              style={{ width: headings.width, height: `calc(100% - ${headings.height}px)` }}
            />
          )}
          {renderedIndexes(range.rows, focusedCell[1]).map((row) => (
            <GridRow
              key={row}
              row={row}
              columns={shownColumns}
              currentColumn={row === focusedCell[1] ? focusedCell[0] : undefined}
              sheet={sheet}
              page={page}
              layer={layer}
              zoom={zoom}
              canDragOut={canDragOut}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface ColumnHeadingsProps {
  sheet: GridSheet
  layout: GridLayout
  /** Indexes of the rendered columns. */
  columns: readonly number[]
}

/** The sticky row with the names of the axes and of the columns. */
function ColumnHeadings({ sheet, layout: { headings, cell, columns: axis }, columns }: ColumnHeadingsProps) {
  if (headings.height === 0) return null
  const namedColumns = sheet.columns.name === '' ? [] : columns
  return (
    <div role="row" aria-rowindex={1} className={styles.headings} style={{ height: headings.height }}>
      {headings.width === 0 && (
        <span aria-hidden className={styles.singleAxis}>
          {sheet.columns.name}
        </span>
      )}
      {headings.width > 0 && (
        <span
          role="columnheader"
          aria-colindex={1}
          className={styles.corner}
          style={{ width: headings.width }}
        >
          {sheet.columns.name !== '' && <span className={styles.columnsAxis}>{sheet.columns.name}</span>}
          <span className={styles.rowsAxis}>{sheet.rows.name}</span>
        </span>
      )}
      {namedColumns.map((column) => (
        <span
          key={column}
          role="columnheader"
          aria-colindex={column + 1 + (headings.width > 0 ? 1 : 0)}
          title={sheet.columns.values[column]}
          className={classes(
            styles.column,
            headings.hasRotatedColumns && styles.rotated,
            headings.width === 0 && styles.belowAxisName,
          )}
          style={{ left: axis.offsetAt(column), width: cell.width }}
        >
          <span dir="auto">{sheet.columns.shortValues[column]}</span>
        </span>
      ))}
    </div>
  )
}

interface GridRowProps {
  row: number
  /** Indexes of the rendered columns. */
  columns: readonly number[]
  /** Column of the cell that Tab focuses, if it is in this row. */
  currentColumn: number | undefined
  sheet: GridSheet
  page: number
  /** Which job of each cell is shown, by index; a cell with fewer jobs shows its first one. */
  layer: number
  zoom: Pick<GridZoom, 'layout' | 'scale'>
  /** Whether a drag takes a result out of the window instead of scrolling the grid. */
  canDragOut: boolean
}

/** Screen pixels up to which a thumbnail of 512 pixels is sharp enough. */
const MAX_THUMB_SIZE = 512 * 1.2

/** A row of cells with its sticky heading. */
function GridRow({ row, columns, currentColumn, sheet, page, layer, zoom, canDragOut }: GridRowProps) {
  const { layout, scale } = zoom
  const { headings, cell } = layout
  const pixelRatio = currentPixelRatio()
  const isLarge = Math.max(cell.width, cell.height) * pixelRatio > MAX_THUMB_SIZE
  // From 1 on, all images are shown at the same scale; below, each fills its cell.
  const imageScale = isLarge ? (scale >= 1 ? scale / pixelRatio : 0) : null
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
            draggable={canDragOut && job !== undefined && shownAsset(job) !== undefined}
            className={classes(styles.cell, job && styles.clickable)}
            style={{ left: layout.columns.offsetAt(column), width: cell.width, height: cell.height }}
          >
            <VisuallyHidden>{cellName(sheet, [column, row, page], jobs, job)}</VisuallyHidden>
            <GridCell job={job} count={jobs.length} width={cell.width} imageScale={imageScale} />
          </div>
        )
      })}
    </div>
  )
}

/** The accessible name of a cell. */
function cellName(
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
