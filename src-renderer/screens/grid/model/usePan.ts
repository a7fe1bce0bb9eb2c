import { type RefObject, useEffect } from 'react'

/** A shorter movement, in px, is a click. */
const THRESHOLD = 5

/** Drag to scroll by mouse; a click without movement stays a click. Touch scrolls natively. */
export function usePan(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const end = new AbortController()
    const { signal } = end
    let start: { x: number; y: number; left: number; top: number } | null = null
    let hasMoved = false
    element.addEventListener(
      'pointerdown',
      (event) => {
        hasMoved = false
        const { clientX: x, clientY: y, button, pointerType } = event
        const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element
        const inside = event.offsetX <= clientWidth && event.offsetY <= clientHeight
        start =
          button === 0 && pointerType === 'mouse' && (event.target !== element || inside)
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
        if (!hasMoved && Math.hypot(x, y) < THRESHOLD) return
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
    return () => end.abort()
  }, [ref])
}
