import { clamp, FIT_TOLERANCE, type Point, type Size, type Zoom } from '../image/zoom.ts'

/** A zoom that images of different sizes share. */
export interface SharedZoom {
  /** Relative to the scale at which the image fits its view; at least 1. */
  magnification: number
  /** The point of the image at the centre of the view, as fractions of its width and height. */
  x: number
  y: number
}

export const FITTED: SharedZoom = { magnification: 1, x: 0.5, y: 0.5 }
const MAX_MAGNIFICATION = 32
/** An arrow key moves by this fraction of the view. */
const KEY_STEP = 0.1

/** The scale at which an image fits its view. Small images are enlarged, so that all have the same size. */
export const fitScale = (image: Size, view: Size): number =>
  Math.min(view.width / image.width, view.height / image.height)

/** Where an image is drawn in its view, clamped so that a zoomed image has no empty edge. */
export function toZoom({ magnification, x, y }: SharedZoom, image: Size, view: Size): Zoom {
  const scale = fitScale(image, view) * magnification
  const place = {
    scale,
    x: view.width / 2 - x * image.width * scale,
    y: view.height / 2 - y * image.height * scale,
  }
  return clamp(place, image, view)
}

const fromZoom = (zoom: Zoom, image: Size, view: Size): SharedZoom => ({
  magnification: zoom.scale / fitScale(image, view),
  x: (view.width / 2 - zoom.x) / (image.width * zoom.scale),
  y: (view.height / 2 - zoom.y) / (image.height * zoom.scale),
})

/** Zooms by a factor around a point of one view, in that view's pixels. */
export function zoomAround(
  shared: SharedZoom,
  factor: number,
  point: Point,
  image: Size,
  view: Size,
): SharedZoom {
  const magnification = Math.min(MAX_MAGNIFICATION, Math.max(1, shared.magnification * factor))
  const { scale, x, y } = toZoom(shared, image, view)
  const by = magnification / shared.magnification
  const next = { scale: scale * by, x: point.x - (point.x - x) * by, y: point.y - (point.y - y) * by }
  return fromZoom(clamp(next, image, view), image, view)
}

/** Moves by pixels of one view. */
export function panBy(shared: SharedZoom, by: Point, image: Size, view: Size): SharedZoom {
  const { scale, x, y } = toZoom(shared, image, view)
  return fromZoom(clamp({ scale, x: x + by.x, y: y + by.y }, image, view), image, view)
}

/** Zooms by a factor around the centre of the view. */
export const zoomBy = (shared: SharedZoom, factor: number): SharedZoom => {
  const magnification = Math.min(MAX_MAGNIFICATION, Math.max(1, shared.magnification * factor))
  return magnification === 1 ? FITTED : { ...shared, magnification }
}

/** Moves in steps, `dx` to the right and `dy` down, without leaving the image. */
export function stepBy({ magnification, x, y }: SharedZoom, dx: number, dy: number): SharedZoom {
  const half = 0.5 / magnification
  const inside = (at: number): number => Math.min(1 - half, Math.max(half, at))
  const step = KEY_STEP / magnification
  return { magnification, x: inside(x + dx * step), y: inside(y + dy * step) }
}

/** Zooms to actual size around a point, or fits again if the images are already zoomed. */
export function toggleActualSize(shared: SharedZoom, point: Point, image: Size, view: Size): SharedZoom {
  if (shared.magnification > FIT_TOLERANCE) return FITTED
  const fit = fitScale(image, view)
  // An image that is already enlarged to fit has no larger actual size.
  return zoomAround(shared, fit < 1 ? 1 / fit : 2, point, image, view)
}
