import { type RefObject, useEffect } from 'react'

/** Moved less than this it was a click, in px. */
const THRESHOLD = 5

/** Drag to scroll by mouse; a click without movement stays a click. Touch scrolls natively. */
export function usePan(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const end = new AbortController()
    const { signal } = end
    let from: { x: number; y: number; left: number; top: number } | null = null
    let moved = false
    element.addEventListener(
      'pointerdown',
      (event) => {
        moved = false
        const { clientX: x, clientY: y, button, pointerType } = event
        const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element
        const inside = event.offsetX <= clientWidth && event.offsetY <= clientHeight
        from =
          button === 0 && pointerType === 'mouse' && (event.target !== element || inside)
            ? { x, y, left, top }
            : null
      },
      { signal },
    )
    addEventListener(
      'pointermove',
      ({ clientX, clientY, buttons }) => {
        if (!from || (buttons & 1) === 0) return
        const [x, y] = [clientX - from.x, clientY - from.y]
        if (!moved && Math.hypot(x, y) < THRESHOLD) return
        moved = true
        element.dataset['panning'] = 'true'
        element.scrollTo({ left: from.left - x, top: from.top - y })
      },
      { signal },
    )
    addEventListener(
      'pointerup',
      () => {
        from = null
        delete element.dataset['panning']
      },
      { signal },
    )
    // Suppresses the click at the end of a drag.
    element.addEventListener(
      'click',
      (event) => {
        if (!moved) return
        moved = false
        event.preventDefault()
        event.stopPropagation()
      },
      { capture: true, signal },
    )
    return () => end.abort()
  }, [ref])
}
