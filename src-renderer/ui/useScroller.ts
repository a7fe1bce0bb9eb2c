import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Inner size and scroll offset of a box in px. */
export interface Scroller {
  /** For the scrolling element. */
  ref: RefObject<HTMLDivElement | null>
  width: number
  height: number
  top: number
  onScroll: () => void
}

/** Tracks the size and scroll offset of a box; the offset is rounded down to a multiple of `step` pixels to reduce renders. */
export function useScroller(step: number): Scroller {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [top, setTop] = useState(0)
  const onScroll = useCallback(() => setTop(Math.floor((ref.current?.scrollTop ?? 0) / step) * step), [step])
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      setSize({ width: element.clientWidth, height: element.clientHeight })
      // A box that is hidden and shown again may have another offset without a scroll event.
      onScroll()
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [onScroll])
  return { ref, ...size, top, onScroll }
}
