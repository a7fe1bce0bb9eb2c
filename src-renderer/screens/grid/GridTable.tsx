import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { GridJob } from '../../../src-preload/contract/types/grid.ts'
import { t } from '../../i18n/t.ts'
import { renderedIndexes } from '../../lib/virtualList.ts'
import { ColumnHeadings } from './ColumnHeadings.tsx'
import { cellCommand } from './core/cellCommand.ts'
import type { Cell } from './core/GridLayout.ts'
import { GridRow } from './GridRow.tsx'
import type { GridSheet } from './model/arrange.ts'
import { SCROLL_STEP, useDragScroll, type Viewport } from './model/gridScroll.ts'
import type { GridZoom } from './model/useGridZoom.ts'
import { cellOf, useCellFocus } from './useCellFocus.ts'
import styles from './GridTable.module.css'

interface Props {
  scrollerRef: RefObject<HTMLDivElement | null>
  viewport: Viewport
  zoom: GridZoom
  sheet: GridSheet
  page: number
  /** Index of the shown job in each stack. */
  layer: number
  /** The cell with the roving focus. */
  current: Cell
  /** Whether the current cell is scrolled into view and focused initially. */
  scrollsToCurrent: boolean
  onCurrent: (cell: Cell) => void
  onOpen: (jobs: readonly GridJob[], job: GridJob) => void
}

/** The cells near the viewport with their sticky headings. */
export function GridTable(props: Props) {
  const { scrollerRef, viewport, zoom, sheet, page, layer, current, scrollsToCurrent, onCurrent } = props
  const { layout } = zoom
  const { headings, columns, rows } = layout
  useDragScroll(scrollerRef)
  const isMeasured = viewport.width > 0
  const focus = useCellFocus(scrollerRef, { layout, current, onCurrent, isMeasured, scrollsToCurrent })
  const openAt = ([column, row]: Cell) => {
    const jobs = sheet.jobsAt(column, row, page)
    const job = jobs[layer] ?? jobs[0]
    if (job) props.onOpen(jobs, job)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const dimensions = {
      columns: columns.count,
      rows: rows.count,
      rowsInView: layout.rowsIn(viewport.height),
    }
    const command = cellCommand(event, cellOf(event.target) ?? current, dimensions)
    if (!command) return
    event.preventDefault()
    if (command.kind === 'open') return openAt(command.cell)
    focus.moveTo(command.cell)
  }
  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target)
    if (!cell) return
    onCurrent(cell)
    openAt(cell)
  }
  const range = layout.range({
    ...viewport,
    width: viewport.width + SCROLL_STEP,
    height: viewport.height + SCROLL_STEP,
  })
  const shownColumns = renderedIndexes(range.columns, current[0])
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
    >
      {isMeasured && (
        <div
          className={styles.sheet}
          style={{
            width: columns.length,
            height: Math.max(viewport.height, rows.length),
            // Keeps the names of large cells in view.
            '--beside': `${headings.width + 8}px`,
            '--above': `${headings.height + 8}px`,
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
          {renderedIndexes(range.rows, current[1]).map((row) => (
            <GridRow
              key={row}
              row={row}
              columns={shownColumns}
              currentColumn={row === current[1] ? current[0] : undefined}
              sheet={sheet}
              page={page}
              layer={layer}
              zoom={zoom}
            />
          ))}
        </div>
      )}
    </div>
  )
}
