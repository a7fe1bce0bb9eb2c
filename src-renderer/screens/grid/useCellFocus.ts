import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Cell, GridLayout } from './model/GridLayout.ts'
import { gridCommands } from '../../../src-preload/shared/keymap/later.ts'
import { findCommand } from '../../lib/keys.ts'

interface Options {
  layout: GridLayout
  /** The cell with the roving focus. */
  focusedCell: Cell
  onFocusedCell: (cell: Cell) => void
  /** Whether the size of the grid is known, so that cells are rendered. */
  isMeasured: boolean
  /** Whether `focusedCell` is scrolled into view and focused initially. */
  scrollsToFocusedCell: boolean
}

interface CellFocus {
  /** Moves the focus to a cell and scrolls it into view. */
  moveTo: (cell: Cell) => void
  onFocus: (event: FocusEvent) => void
}

/** Roving focus: Tab reaches one cell, and arrow keys move from there. */
export function useCellFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  { layout, focusedCell, onFocusedCell, isMeasured, scrollsToFocusedCell }: Options,
): CellFocus {
  const mustFocusCell = useRef(false)
  const reveal = (cell: Cell) => {
    const element = scrollerRef.current
    if (!element) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    const view = { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight }
    const { left, top } = layout.offsetsToReveal(cell, view)
    element.scrollLeft = left
    element.scrollTop = top
  }
  const showInitialCell = useEffectEvent(() => {
    if (!scrollsToFocusedCell) return
    mustFocusCell.current = true
    reveal(focusedCell)
  })
  useEffect(() => {
    if (isMeasured) showInitialCell()
  }, [isMeasured])
  useEffect(() => {
    if (!mustFocusCell.current) return
    mustFocusCell.current = false
    scrollerRef.current
      ?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
      ?.focus({ preventScroll: true })
  })
  return {
    moveTo: (cell) => {
      mustFocusCell.current = true
      onFocusedCell(cell)
      reveal(cell)
    },
    // Keyboard navigation continues from the focused cell, however it got the focus (a screen reader, a script).
    onFocus: ({ target }) => {
      const cell = cellOf(target)
      if (cell && (cell[0] !== focusedCell[0] || cell[1] !== focusedCell[1])) onFocusedCell(cell)
    },
  }
}

/** The cell that an event came from. */
export function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  return cell ? [Number(cell.dataset['column']), Number(cell.dataset['row'])] : undefined
}

/** What a key does: opens the job of a cell, or moves the focus to a cell. */
export type CellCommand = { kind: 'open'; cell: Cell } | { kind: 'move'; cell: Cell }

interface Key {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

interface Dimensions {
  columns: number
  rows: number
  rowsInView: number
}

/** What a key pressed in the cell `from` does; undefined if the browser should handle it. */
export function cellCommand(event: Key, from: Cell, dimensions: Dimensions): CellCommand | undefined {
  const command = findCommand(gridCommands, event)
  if (command === 'open') return { kind: 'open', cell: from }
  if (command !== 'move' && command !== 'corner') return undefined
  const target = moveTarget(from, event.key, command === 'corner', dimensions)
  if (!target) return undefined
  const [column, row] = target
  return {
    kind: 'move',
    cell: [
      Math.max(0, Math.min(dimensions.columns - 1, column)),
      Math.max(0, Math.min(dimensions.rows - 1, row)),
    ],
  }
}

function moveTarget(
  [column, row]: Cell,
  key: string,
  toCorner: boolean,
  { columns, rows, rowsInView }: Dimensions,
): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return [column - 1, row]
    case 'ArrowRight':
      return [column + 1, row]
    case 'ArrowUp':
      return [column, row - 1]
    case 'ArrowDown':
      return [column, row + 1]
    case 'PageUp':
      return [column, row - rowsInView]
    case 'PageDown':
      return [column, row + rowsInView]
    case 'Home':
      return [0, toCorner ? 0 : row]
    case 'End':
      return [columns - 1, toCorner ? rows - 1 : row]
    default:
      return undefined
  }
}
