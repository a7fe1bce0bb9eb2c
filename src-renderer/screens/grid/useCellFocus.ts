import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Cell, GridLayout } from './core/GridLayout.ts'

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
