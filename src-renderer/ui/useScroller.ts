import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export interface Scroller {
  ref: RefObject<HTMLDivElement | null>
  width: number
  height: number
  top: number
  onScroll: () => void
}

/** Inner size and scroll offset of a box, the latter rounded to `step` pixels to reduce renders. */
export function useScroller(step: number): Scroller {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = () => setTop(Math.floor((ref.current?.scrollTop ?? 0) / step) * step)
  return { ref, ...size, top, onScroll }
}
