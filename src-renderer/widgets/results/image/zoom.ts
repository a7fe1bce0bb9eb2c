import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** Position of an image in its view: `scale` in view pixels per image pixel, `x`/`y` of its top left corner. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

const MAX_SCALE = 16

/** Scale at which the entire image is visible; at most 1. */
export const scaleToFit = (image: Size, view: Size): number =>
  Math.min(1, view.width / image.width, view.height / image.height)

/** Offset on one axis: centred if the image fits, otherwise without an empty edge. */
const clampAxis = (offset: number, length: number, view: number): number =>
  length <= view ? (view - length) / 2 : Math.min(0, Math.max(view - length, offset))

export const clamp = (zoom: Zoom, image: Size, view: Size): Zoom => ({
  scale: zoom.scale,
  x: clampAxis(zoom.x, image.width * zoom.scale, view.width),
  y: clampAxis(zoom.y, image.height * zoom.scale, view.height),
})

export const fitToView = (image: Size, view: Size): Zoom =>
  clamp({ scale: scaleToFit(image, view), x: 0, y: 0 }, image, view)

/** Zooms to `scale` around `point`, in view pixels. */
export const zoomTo = (zoom: Zoom, scale: number, point: Point, image: Size, view: Size): Zoom => {
  const next = Math.min(MAX_SCALE, Math.max(scaleToFit(image, view), scale))
  const factor = next / zoom.scale
  const x = point.x - (point.x - zoom.x) * factor
  const y = point.y - (point.y - zoom.y) * factor
  return clamp({ scale: next, x, y }, image, view)
}

export const pan = (zoom: Zoom, by: Point, image: Size, view: Size): Zoom =>
  clamp({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, image, view)

/** Allows for rounding errors of the scale. */
export const FIT_TOLERANCE = 1.0001

/** Whether the image is at its fitted scale. */
export const isFit = (zoom: Zoom, image: Size, view: Size): boolean =>
  zoom.scale <= scaleToFit(image, view) * FIT_TOLERANCE

/** Physical pixels per CSS pixel. */
export const currentPixelRatio = (): number => window.devicePixelRatio || 1

export interface ZoomControl {
  /** Null until the view has been measured. */
  zoom: Zoom | null
  isFitted: boolean
  /** Zooms by a factor around the centre of the view. */
  zoomBy: (factor: number) => void
  fitImage: () => void
  showActualSize: () => void
}

/** Natural logarithm of the zoom factor per pixel of wheel movement. */
const WHEEL_SPEED = 0.0022
/** Chromium and Firefox report a pinch on a trackpad as wheel events with the control key, in small steps. */
const PINCH_SPEED = WHEEL_SPEED * 4

/**
 * Zooms with wheel and pinch around the pointer, and pans with a drag. A double click on a fitted image doubles its scale, at least to
 * actual size; one on a zoomed image fits it. A fitted image stays fitted when the view is resized. `viewRef` is the element that clips
 * the image. All lengths are physical pixels, so that scale 1 shows the image pixel for pixel.
 */
export function useZoom(viewRef: RefObject<HTMLDivElement | null>, image: Size): ZoomControl {
  const view = useViewSize(viewRef)
  const [userZoom, setUserZoom] = useState<Zoom>()
  const zoom = zoomOf(userZoom, image, view)
  const isFitted = view === undefined || zoom === null || isFit(zoom, image, view)

  const change = (next: (zoom: Zoom, view: Size) => Zoom) => {
    if (view === undefined) return
    // Starts from the latest state, so that several wheel events in one frame add up.
    setUserZoom((userZoom) => {
      const changed = next(zoomOf(userZoom, image, view), view)
      return isFit(changed, image, view) ? undefined : changed
    })
  }
  const middle = (view: Size): Point => ({ x: view.width / 2, y: view.height / 2 })
  const zoomAround = (factor: number, point?: Point) =>
    change((zoom, view) => zoomTo(zoom, zoom.scale * factor, point ?? middle(view), image, view))
  const zoomToScale = (scale: number, point?: Point) =>
    change((zoom, view) => zoomTo(zoom, scale, point ?? middle(view), image, view))

  const onWheel = useEffectEvent((factor: number, point: Point) => zoomAround(factor, point))
  const onDrag = useEffectEvent((by: Point) => change((zoom, view) => pan(zoom, by, image, view)))
  const onDoubleClick = useEffectEvent((point: Point) =>
    isFitted ? zoomToScale(Math.max(1, (zoom?.scale ?? 1) * 2), point) : setUserZoom(undefined),
  )

  useEffect(() => {
    const element = viewRef.current
    return element === null ? undefined : addZoomListeners(element, onWheel, onDrag, onDoubleClick)
  }, [viewRef])
  return {
    zoom,
    isFitted,
    zoomBy: (factor) => zoomAround(factor),
    fitImage: () => setUserZoom(undefined),
    showActualSize: () => zoomToScale(1),
  }
}

/** Size of the element that clips an image, in physical pixels; undefined until it has been measured. */
export function useViewSize(viewRef: RefObject<HTMLElement | null>): Size | undefined {
  const [view, setView] = useState<Size>()
  useLayoutEffect(() => {
    const element = viewRef.current
    if (element === null) return
    const measure = () => {
      const { clientWidth, clientHeight } = element
      const pixelRatio = currentPixelRatio()
      if (clientWidth > 0) setView({ width: clientWidth * pixelRatio, height: clientHeight * pixelRatio })
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    try {
      // Also changes when the window moves to a screen with another pixel ratio.
      observer.observe(element, { box: 'device-pixel-content-box' })
    } catch {
      // Safari doesn't support this box.
      observer.observe(element)
    }
    return () => observer.disconnect()
  }, [viewRef])
  return view
}

function zoomOf(userZoom: Zoom | undefined, image: Size, view: Size): Zoom
function zoomOf(userZoom: Zoom | undefined, image: Size, view: Size | undefined): Zoom | null
function zoomOf(userZoom: Zoom | undefined, image: Size, view: Size | undefined): Zoom | null {
  if (view === undefined) return null
  // A larger view may show more of the image than the user's zoom.
  const isFitted = userZoom === undefined || isFit(userZoom, image, view)
  return isFitted ? fitToView(image, view) : clamp(userZoom, image, view)
}

/**
 * Adds listeners for wheel, drag and double click; returns a function that removes them. React's wheel listeners are
 * passive, so they couldn't prevent page zoom.
 */
export function addZoomListeners(
  element: HTMLElement,
  onWheel: (factor: number, point: Point) => void,
  onDrag: (by: Point) => void,
  onDoubleClick: (point: Point) => void,
): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: (clientX - box.left) * currentPixelRatio(), y: (clientY - box.top) * currentPixelRatio() }
  }
  /** The point at the last event of a drag. */
  let draggedTo: Point = { x: 0, y: 0 }
  const isOnButton = ({ target }: Event) => target instanceof Element && target.closest('button') !== null
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      onWheel(Math.exp(-event.deltaY * (event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED)), pointOf(event))
    },
    { passive: false, signal },
  )
  element.addEventListener(
    'pointerdown',
    (event) => {
      // A press on a draggable element can start a native drag of the file, which ends without `pointerup`.
      if (event.button !== 0 || isOnButton(event) || element.draggable) return
      element.setPointerCapture(event.pointerId)
      draggedTo = pointOf(event)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return
      // Not `movementX`, which ignores the zoom of the page in some browsers.
      const point = pointOf(event)
      onDrag({ x: point.x - draggedTo.x, y: point.y - draggedTo.y })
      draggedTo = point
    },
    { signal },
  )
  element.addEventListener('dblclick', (event) => !isOnButton(event) && onDoubleClick(pointOf(event)), {
    signal,
  })
  return () => abortController.abort()
}
