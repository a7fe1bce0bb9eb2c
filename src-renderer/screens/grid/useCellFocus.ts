import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Cell, GridLayout } from './core/GridLayout.ts'

interface Options {
  layout: GridLayout
  /** The cell with the roving focus. */
  current: Cell
  onCurrent: (cell: Cell) => void
  isMeasured: boolean
  /** Whether the current cell is scrolled into view and focused initially. */
  scrollsToCurrent: boolean
}

interface CellFocus {
  /** Moves the focus to a cell and scrolls it into view. */
  moveTo: (cell: Cell) => void
  onFocus: (event: FocusEvent) => void
}

/** Roving focus: Tab reaches one cell, arrow keys move from there. */
export function useCellFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  { layout, current, onCurrent, isMeasured, scrollsToCurrent }: Options,
): CellFocus {
  const isFocusRequested = useRef(false)
  const reveal = (cell: Cell) => {
    const element = scrollerRef.current
    if (!element) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    const view = { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight }
    const { left, top } = layout.offsetsToReveal(cell, view)
    element.scrollLeft = left
    element.scrollTop = top
  }
  const showCurrent = useEffectEvent(() => {
    if (!scrollsToCurrent) return
    isFocusRequested.current = true
    reveal(current)
  })
  useEffect(() => {
    if (isMeasured) showCurrent()
  }, [isMeasured])
  useEffect(() => {
    if (!isFocusRequested.current) return
    isFocusRequested.current = false
    scrollerRef.current
      ?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
      ?.focus({ preventScroll: true })
  })
  return {
    moveTo: (cell) => {
      isFocusRequested.current = true
      onCurrent(cell)
      reveal(cell)
    },
    // Keyboard navigation continues from the focused cell, however it got the focus (a screen reader, a script).
    onFocus: ({ target }) => {
      const cell = cellOf(target)
      if (cell && (cell[0] !== current[0] || cell[1] !== current[1])) onCurrent(cell)
    },
  }
}

/** The cell that an event came from. */
export function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  return cell ? [Number(cell.dataset['column']), Number(cell.dataset['row'])] : undefined
}
