import { clamp, type Point, type Size, type Zoom } from '../image/zoom.ts'

/** A zoom that images of different sizes share. */
export interface SharedZoom {
  /** 1: each image fits its view. */
  magnification: number
  /** The part of the image in the middle of the view, from 0 to 1. */
  x: number
  y: number
}

export const FITTED: SharedZoom = { magnification: 1, x: 0.5, y: 0.5 }
const MAX_MAGNIFICATION = 32
/** An arrow key moves by this part of the view. */
const KEY_STEP = 0.1

/** The scale at which an image fits its view. Small images are enlarged, so that all have the same size. */
export const fitScale = (image: Size, view: Size): number =>
  Math.min(view.width / image.width, view.height / image.height)

/** Where an image is drawn in its view; without an empty edge, as far as it fills the view. */
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

/** Zooms by a factor around a point of one view, in its pixels, which stays where it is. */
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

/** Zooms in or out around the middle. */
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

/** One pixel of the image for each pixel of the screen, around a point; fitted again if it is zoomed already. */
export function toggleActualSize(shared: SharedZoom, point: Point, image: Size, view: Size): SharedZoom {
  if (shared.magnification > 1.0001) return FITTED
  const fit = fitScale(image, view)
  // An image that is already enlarged to fit has no larger actual size.
  return zoomAround(shared, fit < 1 ? 1 / fit : 2, point, image, view)
}
