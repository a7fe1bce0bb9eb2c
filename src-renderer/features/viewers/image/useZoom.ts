import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fit, isFit, pan, type Size, type Zoom, zoomTo } from './zoom.ts'

export interface ZoomControl {
  /** Of the window the picture is seen through. */
  ref: RefObject<HTMLDivElement | null>
  /** Null until the window has been measured. */
  zoom: Zoom | null
  fits: boolean
  /** By this factor, around the middle. */
  by: (factor: number) => void
  whole: () => void
  actual: () => void
}

const WHEEL = 0.0022

/** Zoom by wheel and pinch around the pointer, pan by drag; a picture seen whole stays whole when the window changes. */
export function useZoom(picture: Size): ZoomControl {
  const ref = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Size>()
  const [own, setOwn] = useState<Zoom>()
  const { width, height } = picture
  const zoom =
    view === undefined
      ? null
      : own === undefined
        ? fit(picture, view)
        : pan(own, { x: 0, y: 0 }, picture, view)
  const fits = view === undefined || zoom === null || isFit(zoom, picture, view)
  const now = useRef({ zoom, view, picture })
  now.current = { zoom, view, picture }

  const change = (next: (zoom: Zoom, view: Size) => Zoom) => {
    const { zoom, view, picture } = now.current
    if (zoom === null || view === undefined) return
    const changed = next(zoom, view)
    now.current.zoom = changed
    setOwn(isFit(changed, picture, view) ? undefined : changed)
  }
  const around = (factor: number, point?: { x: number; y: number }) =>
    change((zoom, view) => {
      const at = point ?? { x: view.width / 2, y: view.height / 2 }
      return zoomTo(zoom, zoom.scale * factor, at, now.current.picture, view)
    })

  useLayoutEffect(() => setOwn(undefined), [width, height])
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      if (element.clientWidth > 0) setView({ width: element.clientWidth, height: element.clientHeight })
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const point = { x: event.clientX - box.left, y: event.clientY - box.top }
      around(Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)), point)
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      element.setPointerCapture(event.pointerId)
    }
    const onMove = (event: PointerEvent) => {
      if (!element.hasPointerCapture(event.pointerId)) return
      change((zoom, view) => pan(zoom, { x: event.movementX, y: event.movementY }, now.current.picture, view))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
    }
  }, [])

  const actual = () =>
    change((zoom, view) =>
      zoomTo(zoom, 1, { x: view.width / 2, y: view.height / 2 }, now.current.picture, view),
    )
  return { ref, zoom, fits, by: (factor) => around(factor), whole: () => setOwn(undefined), actual }
}
