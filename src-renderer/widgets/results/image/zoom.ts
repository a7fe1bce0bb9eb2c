export interface Size {
  width: number
  height: number
}

/** How an image lies in its window: `scale` in window pixels per image pixel, `x`/`y` of its top left corner. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

const LARGEST = 16

/** Scale at which the whole image can be seen; a small one is not blown up. */
export const fitScale = (picture: Size, view: Size): number =>
  Math.min(1, view.width / picture.width, view.height / picture.height)

/** One axis: centred while it fits, otherwise never leaving an empty edge. */
const hold = (at: number, length: number, view: number): number =>
  length <= view ? (view - length) / 2 : Math.min(0, Math.max(view - length, at))

const settle = (zoom: Zoom, picture: Size, view: Size): Zoom => ({
  scale: zoom.scale,
  x: hold(zoom.x, picture.width * zoom.scale, view.width),
  y: hold(zoom.y, picture.height * zoom.scale, view.height),
})

export const fit = (picture: Size, view: Size): Zoom =>
  settle({ scale: fitScale(picture, view), x: 0, y: 0 }, picture, view)

/** Brings the image to `scale`, keeping the image point under `point` (window pixels) where it is. */
export const zoomTo = (
  zoom: Zoom,
  scale: number,
  point: { x: number; y: number },
  picture: Size,
  view: Size,
): Zoom => {
  const next = Math.min(LARGEST, Math.max(fitScale(picture, view), scale))
  const grown = next / zoom.scale
  const x = point.x - (point.x - zoom.x) * grown
  const y = point.y - (point.y - zoom.y) * grown
  return settle({ scale: next, x, y }, picture, view)
}

export const pan = (zoom: Zoom, by: { x: number; y: number }, picture: Size, view: Size): Zoom =>
  settle({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, picture, view)

/** Whether the whole image is in view. */
export const isFit = (zoom: Zoom, picture: Size, view: Size): boolean =>
  zoom.scale <= fitScale(picture, view) * 1.0001
