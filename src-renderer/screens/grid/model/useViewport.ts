import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Viewport {
  width: number
  height: number
  left: number
  top: number
  /** To be called on scrolling. */
  onScroll: () => void
}

/** Scroll distance after which the visible cells are computed again, in px. */
const STEP = 48

/** The inner size and scroll offset of a box that scrolls both ways, in steps, so that few frames render. */
export function useViewport(ref: RefObject<HTMLElement | null>): Viewport {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [left, setLeft] = useState(0)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () =>
      setSize((old) =>
        // The scrollbar gutter is stable, so that scrollbars don't change what fits.
        old.width === element.clientWidth && old.height === element.clientHeight
          ? old
          : { width: element.clientWidth, height: element.clientHeight },
      )
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  const onScroll = () => {
    const element = ref.current
    if (element === null) return
    setLeft(Math.floor(element.scrollLeft / STEP) * STEP)
    setTop(Math.floor(element.scrollTop / STEP) * STEP)
  }
  return { ...size, left, top, onScroll }
}
