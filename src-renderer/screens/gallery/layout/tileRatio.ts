import type { Tile } from '../../../../src-preload/contract/types/asset.ts'

/** Extreme aspect ratios are cropped in the grid, so that each tile is visible and clickable. */
const MIN_RATIO = 0.5
const MAX_RATIO = 3
const DEFAULT_RATIO = 1.4

/** Aspect ratio of a tile, from the library's metadata. */
export const tileRatio = ({ width, height }: Pick<Tile, 'width' | 'height'>): number => {
  if (width === null || height === null || width <= 0 || height <= 0) return DEFAULT_RATIO
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height))
}
