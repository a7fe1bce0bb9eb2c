import type { ZoomControl } from './useZoom.ts'

/** Zoom factor of one click on + or −. */
export const ZOOM_STEP = 1.4

export const zoomKeys = ({ by, fitImage, actual }: ZoomControl): Record<string, () => void> => ({
  '+': () => by(ZOOM_STEP),
  '=': () => by(ZOOM_STEP),
  '-': () => by(1 / ZOOM_STEP),
  '0': fitImage,
  '1': actual,
})
