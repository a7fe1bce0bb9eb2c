import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { screenPixels } from './screenPixels.ts'
import { fit, isFit, pan, type Size, type Zoom, zoomTo } from './zoom.ts'

export interface ZoomControl {
  /** Null until the window has been measured. */
  zoom: Zoom | null
  fits: boolean
  /** By this factor, around the middle. */
  by: (factor: number) => void
  whole: () => void
  actual: () => void
}

const WHEEL = 0.0022
/** A pinch arrives as a wheel with the control key, in small steps. */
const PINCH = WHEEL * 4

interface Point {
  x: number
  y: number
}

/**
 * Zoom by wheel and pinch around the pointer, pan by drag, double press between whole and actual size. An image
 * seen whole stays whole when the window changes. `viewRef`: the window the image is seen through. All is measured in
 * pixels of the screen, so that the scale 1 is pixel for pixel.
 */
export function useZoom(viewRef: RefObject<HTMLDivElement | null>, picture: Size): ZoomControl {
  const [view, setView] = useState<Size>()
  const [own, setOwn] = useState<Zoom>()
  const zoom = zoomOf(own, picture, view)
  const fits = view === undefined || zoom === null || isFit(zoom, picture, view)

  const change = (next: (zoom: Zoom, view: Size) => Zoom) => {
    if (view === undefined) return
    // From the newest one, so that several wheel steps in one frame add up.
    setOwn((own) => {
      const changed = next(zoomOf(own, picture, view), view)
      return isFit(changed, picture, view) ? undefined : changed
    })
  }
  const middle = (view: Size): Point => ({ x: view.width / 2, y: view.height / 2 })
  const around = (factor: number, point?: Point) =>
    change((zoom, view) => zoomTo(zoom, zoom.scale * factor, point ?? middle(view), picture, view))
  const toScale = (scale: number, point?: Point) =>
    change((zoom, view) => zoomTo(zoom, scale, point ?? middle(view), picture, view))

  const onWheel = useEffectEvent((factor: number, point: Point) => around(factor, point))
  const onDrag = useEffectEvent((by: Point) => change((zoom, view) => pan(zoom, by, picture, view)))
  const onDouble = useEffectEvent((point: Point) =>
    fits ? toScale(Math.max(1, (zoom?.scale ?? 1) * 2), point) : setOwn(undefined),
  )

  useLayoutEffect(() => {
    const element = viewRef.current
    if (element === null) return
    const measure = () => {
      const { clientWidth, clientHeight } = element
      const pixels = screenPixels()
      if (clientWidth > 0) setView({ width: clientWidth * pixels, height: clientHeight * pixels })
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewRef])
  useEffect(() => {
    const element = viewRef.current
    return element === null ? undefined : listen(element, onWheel, onDrag, onDouble)
  }, [viewRef])
  return {
    zoom,
    fits,
    by: (factor) => around(factor),
    whole: () => setOwn(undefined),
    actual: () => toScale(1),
  }
}

function zoomOf(own: Zoom | undefined, picture: Size, view: Size): Zoom
function zoomOf(own: Zoom | undefined, picture: Size, view: Size | undefined): Zoom | null
function zoomOf(own: Zoom | undefined, picture: Size, view: Size | undefined): Zoom | null {
  if (view === undefined) return null
  return own === undefined ? fit(picture, view) : pan(own, { x: 0, y: 0 }, picture, view)
}

/** Wheel listeners of React are passive and cannot keep the page from zooming: these are not. */
function listen(
  element: HTMLElement,
  wheel: (factor: number, point: Point) => void,
  drag: (by: Point) => void,
  double: (point: Point) => void,
): () => void {
  const end = new AbortController()
  const { signal } = end
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: (clientX - box.left) * screenPixels(), y: (clientY - box.top) * screenPixels() }
  }
  const onButton = ({ target }: Event) => target instanceof Element && target.closest('button') !== null
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      wheel(Math.exp(-event.deltaY * (event.ctrlKey ? PINCH : WHEEL)), pointOf(event))
    },
    { passive: false, signal },
  )
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button === 0 && !onButton(event)) element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return
      drag({ x: event.movementX * screenPixels(), y: event.movementY * screenPixels() })
    },
    { signal },
  )
  element.addEventListener('dblclick', (event) => !onButton(event) && double(pointOf(event)), { signal })
  return () => end.abort()
}
