import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import type { GridJob } from '../../../src-preload/contract/types/grid.ts'
import { t } from '../../i18n/t.ts'
import { renderedIndexes } from '../../lib/virtual/renderedIndexes.ts'
import { ColumnHeadings } from './ColumnHeadings.tsx'
import { cellCommand } from './core/cellCommand.ts'
import type { Cell } from './core/GridLayout.ts'
import { GridRow } from './GridRow.tsx'
import type { GridSheet } from './model/arrange.ts'
import { SCROLL_STEP, usePan, type Viewport } from './model/gridScroll.ts'
import type { GridZoom } from './model/useGridZoom.ts'
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

/** The cells near the viewport with their sticky headings. Roving focus: Tab reaches one cell, arrow keys move from there. */
export function GridTable(props: Props) {
  const { scrollerRef, viewport, zoom, sheet, page, layer, current, onCurrent } = props
  const { layout } = zoom
  const { headings, columns, rows } = layout
  usePan(scrollerRef)
  const focusNext = useRef(false)
  const reveal = (cell: Cell) => {
    const element = scrollerRef.current
    if (!element) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    const view = { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight }
    const { left, top } = layout.offsetsToReveal(cell, view)
    element.scrollLeft = left
    element.scrollTop = top
  }
  const isMeasured = viewport.width > 0
  const showCurrent = useEffectEvent(() => {
    if (!props.scrollsToCurrent) return
    focusNext.current = true
    reveal(current)
  })
  useEffect(() => {
    if (isMeasured) showCurrent()
  }, [isMeasured])
  useEffect(() => {
    if (!focusNext.current) return
    focusNext.current = false
    scrollerRef.current
      ?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
      ?.focus({ preventScroll: true })
  })
  const openAt = ([column, row]: Cell) => {
    const jobs = sheet.at(column, row, page)
    const job = jobs[layer] ?? jobs[0]
    if (job) props.onOpen(jobs, job)
  }
  // Keyboard navigation continues from the focused cell, however it got the focus (a screen reader, a script).
  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target)
    if (cell && (cell[0] !== current[0] || cell[1] !== current[1])) onCurrent(cell)
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
    focusNext.current = true
    onCurrent(command.cell)
    reveal(command.cell)
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
      onFocus={onFocus}
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
              className={styles.strip}
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

/** The cell an event came from. */
function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  return cell ? [Number(cell.dataset['column']), Number(cell.dataset['row'])] : undefined
}
