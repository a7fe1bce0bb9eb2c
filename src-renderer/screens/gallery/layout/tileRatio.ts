import type { Tile } from '../../../../src-preload/contract/types/asset.ts'

/** A sliver or a ribbon is cropped in the grid, so that each tile can be seen and hit. */
const NARROWEST = 0.5
const WIDEST = 3
const WITHOUT_PICTURE = 1.4

/** Width divided by height of a tile, known before its pixels. */
export const tileRatio = ({ width, height }: Pick<Tile, 'width' | 'height'>): number => {
  if (width === null || height === null || width <= 0 || height <= 0) return WITHOUT_PICTURE
  return Math.min(WIDEST, Math.max(NARROWEST, width / height))
}
