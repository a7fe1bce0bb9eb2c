import { type RefObject, useCallback, useLayoutEffect, useState, useEffect } from 'react'

/** Inner size and scroll offset in px. */
export interface Viewport {
  width: number
  height: number
  left: number
  top: number
  /** Must be called on each scroll event. */
  onScroll: () => void
}

/** Scroll distance after which the visible cells are computed again, in px. */
export const SCROLL_STEP = 48

/** The inner size and scroll offset of a box that scrolls both ways, in steps, so that most scroll events don't render. */
export function useViewport(ref: RefObject<HTMLElement | null>): Viewport {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [left, setLeft] = useState(0)
  const [top, setTop] = useState(0)
  const onScroll = useCallback(() => {
    const element = ref.current
    if (element === null) return
    setLeft(Math.floor(element.scrollLeft / SCROLL_STEP) * SCROLL_STEP)
    setTop(Math.floor(element.scrollTop / SCROLL_STEP) * SCROLL_STEP)
  }, [ref])
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      setSize((old) =>
        // The scrollbar gutter is stable, so that scrollbars don't change what fits.
        old.width === element.clientWidth && old.height === element.clientHeight
          ? old
          : { width: element.clientWidth, height: element.clientHeight },
      )
      // A box that is hidden and shown again may have another offset without a scroll event.
      onScroll()
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, onScroll])
  return { ...size, left, top, onScroll }
}

/** A shorter movement is a click. */
const CLICK_THRESHOLD_PX = 5

/** Drag to scroll by mouse; a click without movement stays a click. Touch scrolls natively. */
export function useDragScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const listeners = new AbortController()
    const { signal } = listeners
    let start: { x: number; y: number; left: number; top: number } | null = null
    let hasMoved = false
    element.addEventListener(
      'pointerdown',
      (event) => {
        hasMoved = false
        const { clientX: x, clientY: y, button, pointerType } = event
        const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element
        // A drag out of the window ends without `pointerup`.
        const isDraggable =
          event.target instanceof Element && event.target.closest('[draggable=true]') !== null
        const isInside = event.offsetX <= clientWidth && event.offsetY <= clientHeight
        start =
          button === 0 && pointerType === 'mouse' && !isDraggable && (event.target !== element || isInside)
            ? { x, y, left, top }
            : null
      },
      { signal },
    )
    addEventListener(
      'pointermove',
      ({ clientX, clientY, buttons }) => {
        if (!start || (buttons & 1) === 0) return
        const [x, y] = [clientX - start.x, clientY - start.y]
        if (!hasMoved && Math.hypot(x, y) < CLICK_THRESHOLD_PX) return
        hasMoved = true
        element.dataset['panning'] = 'true'
        element.scrollTo({ left: start.left - x, top: start.top - y })
      },
      { signal },
    )
    addEventListener(
      'pointerup',
      () => {
        start = null
        delete element.dataset['panning']
      },
      { signal },
    )
    // Suppresses the click at the end of a drag.
    element.addEventListener(
      'click',
      (event) => {
        if (!hasMoved) return
        hasMoved = false
        event.preventDefault()
        event.stopPropagation()
      },
      { capture: true, signal },
    )
    return () => listeners.abort()
  }, [ref])
}
