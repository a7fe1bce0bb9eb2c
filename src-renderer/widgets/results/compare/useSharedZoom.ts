import { type RefObject, useEffect, useEffectEvent } from 'react'
import { addZoomListeners, currentPixelRatio, type Point, type Size, useViewSize } from '../image/zoom.ts'
import { panBy, type SharedZoom, toggleActualSize, toZoom, zoomAround } from './sharedZoom.ts'

export type OnZoomChange = (change: (zoom: SharedZoom) => SharedZoom) => void

/**
 * Wheel, pinch, drag and double click on one of several images change the zoom of all. Returns the position and size of
 * the image in CSS pixels; undefined until its view has been measured.
 */
export function useSharedZoom(
  viewRef: RefObject<HTMLDivElement | null>,
  image: Size,
  zoom: SharedZoom,
  onZoomChange: OnZoomChange,
): { width: number; height: number; transform: string; percent: number } | undefined {
  const view = useViewSize(viewRef)
  const onWheel = useEffectEvent(
    (factor: number, point: Point) =>
      view && onZoomChange((old) => zoomAround(old, factor, point, image, view)),
  )
  const onDrag = useEffectEvent((by: Point) => view && onZoomChange((old) => panBy(old, by, image, view)))
  const onDoubleClick = useEffectEvent(
    (point: Point) => view && onZoomChange((old) => toggleActualSize(old, point, image, view)),
  )
  useEffect(() => {
    const element = viewRef.current
    return element === null
      ? undefined
      : addZoomListeners(
          element,
          (factor, point) => onWheel(factor, point),
          (by) => onDrag(by),
          (point) => onDoubleClick(point),
        )
  }, [viewRef])
  if (view === undefined) return undefined
  const { scale, x, y } = toZoom(zoom, image, view)
  const pixelRatio = currentPixelRatio()
  return {
    width: (image.width * scale) / pixelRatio,
    height: (image.height * scale) / pixelRatio,
    transform: `translate(${x / pixelRatio}px, ${y / pixelRatio}px)`,
    percent: Math.round(scale * 100),
  }
}
