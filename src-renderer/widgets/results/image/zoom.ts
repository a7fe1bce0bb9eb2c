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
export const fitScale = (image: Size, view: Size): number =>
  Math.min(1, view.width / image.width, view.height / image.height)

/** Offset on one axis: centred if the image fits, otherwise without an empty edge. */
const clampAxis = (offset: number, length: number, view: number): number =>
  length <= view ? (view - length) / 2 : Math.min(0, Math.max(view - length, offset))

const clamp = (zoom: Zoom, image: Size, view: Size): Zoom => ({
  scale: zoom.scale,
  x: clampAxis(zoom.x, image.width * zoom.scale, view.width),
  y: clampAxis(zoom.y, image.height * zoom.scale, view.height),
})

export const fit = (image: Size, view: Size): Zoom =>
  clamp({ scale: fitScale(image, view), x: 0, y: 0 }, image, view)

/** Zooms to `scale` around `point`, in view pixels. */
export const zoomTo = (
  zoom: Zoom,
  scale: number,
  point: { x: number; y: number },
  image: Size,
  view: Size,
): Zoom => {
  const next = Math.min(MAX_SCALE, Math.max(fitScale(image, view), scale))
  const factor = next / zoom.scale
  const x = point.x - (point.x - zoom.x) * factor
  const y = point.y - (point.y - zoom.y) * factor
  return clamp({ scale: next, x, y }, image, view)
}

export const pan = (zoom: Zoom, by: { x: number; y: number }, image: Size, view: Size): Zoom =>
  clamp({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, image, view)

/** Whether the entire image is visible. */
export const isFit = (zoom: Zoom, image: Size, view: Size): boolean =>
  zoom.scale <= fitScale(image, view) * 1.0001
