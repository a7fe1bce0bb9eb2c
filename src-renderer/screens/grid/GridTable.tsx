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
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { screenPixels } from '../../widgets/results/image/zoom.ts'
import { GridCell } from './GridCell.tsx'
import { type GridSheet, positionText } from './model/arrange.ts'
import { cellText } from './model/cellContent.ts'
import { EDGE, GAP } from './model/gridSizes.ts'
import { nextCell } from './model/nextCell.ts'
import type { GridZoom } from './model/useGridZoom.ts'
import { usePan, type Viewport } from './model/gridScroll.ts'
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
  current: readonly [column: number, row: number]
  /** Whether the current cell is scrolled into view and focused initially. */
  scrollsToCurrent: boolean
  onCurrent: (position: readonly [number, number]) => void
  onOpen: (jobs: readonly GridJob[], job: GridJob) => void
}

/** Longest side of a thumbnail in pixels; a little more is still sharp enough. */
const MAX_THUMB_SIZE = 512 * 1.2
/** Cells rendered beyond the edge in each direction. */
const OVERSCAN = 1

/** The cells near the viewport with their sticky headings. Roving focus: Tab reaches one cell, arrow keys move from there. */
export function GridTable(props: Props) {
  const { scrollerRef, viewport, zoom, sheet, page, layer, current, scrollsToCurrent, onCurrent, onOpen } =
    props
  const { headings, cell, scale } = zoom
  const focusNext = useRef(false)
  const [pitchX, pitchY] = [cell.width + GAP, cell.height + GAP]
  const [columns, rows] = [sheet.columns.values.length, sheet.rows.values.length]
  const seenColumns = visibleIndexes(viewport.left - EDGE, viewport.width, pitchX, columns)
  const seenRows = visibleIndexes(viewport.top - EDGE, viewport.height, pitchY, rows)
  const [currentColumn, currentRow] = current
  const pixels = screenPixels()
  const isLarge = Math.max(cell.width, cell.height) * pixels > MAX_THUMB_SIZE
  const sharp = isLarge ? (scale >= 1 ? scale / pixels : 0) : null
  usePan(scrollerRef)

  const reveal = (column: number, row: number) => {
    const element = scrollerRef.current
    if (!element) return
    const left = headings.width + EDGE + column * pitchX
    const top = headings.height + EDGE + row * pitchY
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    if (left - headings.width - EDGE < scrollLeft) element.scrollLeft = left - headings.width - EDGE
    else if (left + cell.width + EDGE > scrollLeft + clientWidth)
      element.scrollLeft = left + cell.width + EDGE - clientWidth
    if (top - headings.height - EDGE < scrollTop) element.scrollTop = top - headings.height - EDGE
    else if (top + cell.height + EDGE > scrollTop + clientHeight)
      element.scrollTop = top + cell.height + EDGE - clientHeight
  }
  const isMeasured = viewport.width > 0
  const showCurrent = useEffectEvent(() => {
    if (!scrollsToCurrent) return
    focusNext.current = true
    reveal(currentColumn, currentRow)
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
  const openAt = (column: number, row: number) => {
    const jobs = sheet.at(column, row, page)
    const job = jobs[layer] ?? jobs[0]
    if (job) onOpen(jobs, job)
  }
  // Keyboard navigation continues from the focused cell, however it got the focus (a screen reader, a script).
  const onFocus = (event: FocusEvent) => {
    const position = positionOf(event.target)
    if (position && (position[0] !== currentColumn || position[1] !== currentRow)) onCurrent(position)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const from = positionOf(event.target) ?? current
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      openAt(...from)
      return
    }
    const rowsInView = Math.max(1, Math.floor((viewport.height - headings.height) / pitchY))
    const next = nextCell(from, event, { columns, rows, rowsInView })
    if (!next) return
    event.preventDefault()
    focusNext.current = true
    onCurrent(next)
    reveal(...next)
  }
  const onClick = (event: MouseEvent) => {
    const position = positionOf(event.target)
    if (!position) return
    onCurrent(position)
    openAt(...position)
  }
  // The focused cell stays rendered, so that scrolling doesn't lose the focus.
  const shownRows = withIndex(seenRows, currentRow)
  const shownColumns = withIndex(seenColumns, currentColumn)
  const named = sheet.columns.name === '' ? [] : shownColumns
  return (
    <div
      ref={scrollerRef}
      role="grid"
      tabIndex={-1}
      aria-label={t('grid.label')}
      aria-rowcount={rows + (headings.height > 0 ? 1 : 0)}
      aria-colcount={columns + (headings.width > 0 ? 1 : 0)}
      className={styles.scroller}
      onScroll={viewport.onScroll}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {viewport.width > 0 && (
        <div
          className={styles.sheet}
          style={{
            width: headings.width + 2 * EDGE + columns * pitchX - GAP,
            height: Math.max(viewport.height, headings.height + 2 * EDGE + rows * pitchY - GAP),
            // Keeps the names of large cells in view.
            '--beside': `${headings.width + 8}px`,
            '--above': `${headings.height + 8}px`,
          }}
        >
          {headings.height > 0 && (
            <div role="row" aria-rowindex={1} className={styles.headings} style={{ height: headings.height }}>
              {headings.width === 0 && (
                <span aria-hidden className={styles.alone}>
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
                  {sheet.columns.name !== '' && <span className={styles.across}>{sheet.columns.name}</span>}
                  <span className={styles.down}>{sheet.rows.name}</span>
                </span>
              )}
              {named.map((column) => (
                <span
                  key={column}
                  role="columnheader"
                  aria-colindex={column + 1 + (headings.width > 0 ? 1 : 0)}
                  title={sheet.columns.values[column]}
                  className={classes(
                    styles.column,
                    headings.upright && styles.upright,
                    headings.width === 0 && styles.under,
                  )}
                  style={{ left: headings.width + EDGE + column * pitchX, width: cell.width }}
                >
                  <span dir="auto">{sheet.columns.short[column]}</span>
                </span>
              ))}
            </div>
          )}
          {headings.width > 0 && (
            <span
              aria-hidden
              className={styles.strip}
              style={{ width: headings.width, height: `calc(100% - ${headings.height}px)` }}
            />
          )}
          {shownRows.map((row) => (
            <div
              key={row}
              role="row"
              aria-rowindex={row + 1 + (headings.height > 0 ? 1 : 0)}
              className={styles.row}
              style={{ top: headings.height + EDGE + row * pitchY, height: cell.height }}
            >
              {headings.width > 0 && (
                <span
                  role="rowheader"
                  aria-colindex={1}
                  title={sheet.rows.values[row]}
                  className={styles.rowHead}
                  style={{ width: headings.width }}
                >
                  <span dir="auto">{sheet.rows.short[row]}</span>
                </span>
              )}
              {shownColumns.map((column) => {
                const jobs = sheet.at(column, row, page)
                const job = jobs[layer] ?? jobs[0]
                const isCurrent = column === currentColumn && row === currentRow
                return (
                  <div
                    key={column}
                    role="gridcell"
                    tabIndex={isCurrent ? 0 : -1}
                    aria-colindex={column + 1 + (headings.width > 0 ? 1 : 0)}
                    title={job && job.state !== 'saved' ? cellText(job) : undefined}
                    data-column={column}
                    data-row={row}
                    className={classes(styles.cell, job && styles.press)}
                    style={{
                      left: headings.width + EDGE + column * pitchX,
                      width: cell.width,
                      height: cell.height,
                    }}
                  >
                    <VisuallyHidden>{nameOf(sheet, [column, row, page], jobs, job)}</VisuallyHidden>
                    <GridCell job={job} count={jobs.length} width={cell.width} sharp={sharp} />
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The cell an event came from. */
function positionOf(target: EventTarget): readonly [column: number, row: number] | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  return cell ? [Number(cell.dataset['column']), Number(cell.dataset['row'])] : undefined
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
  return t('grid.cell', { place: positionText(sheet, position), what: content })
}

function visibleIndexes(from: number, length: number, pitch: number, count: number): number[] {
  const first = Math.max(0, Math.floor(from / pitch) - OVERSCAN)
  const end = Math.min(count, Math.ceil((from + length) / pitch) + OVERSCAN)
  return Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
}

const withIndex = (indexes: number[], index: number): number[] =>
  indexes.includes(index) ? indexes : [...indexes, index]
