import type { ZoomControl } from './useZoom.ts'

/** One click of + or -. */
export const ZOOM_STEP = 1.4

export const zoomKeys = ({ by, whole, actual }: ZoomControl): Record<string, () => void> => ({
  '+': () => by(ZOOM_STEP),
  '=': () => by(ZOOM_STEP),
  '-': () => by(1 / ZOOM_STEP),
  '0': whole,
  '1': actual,
})
