import { useMemo } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { type DaySection, groupByDay } from '../model/groupByDay.ts'
import type { GridLayout } from './GridLayout.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

export const GAP = 6
export const HEADING = 44

/** Days and positions of tiles in a grid. */
export function useGridLayout(
  tiles: Tile[],
  width: number,
  rowHeight: number,
): { layout: GridLayout; days: DaySection[] } {
  const days = useMemo(() => groupByDay(Float64Array.from(tiles, ({ createdAt }) => createdAt)), [tiles])
  const layout = useMemo(() => {
    const ratios = Float32Array.from(tiles, tileRatio)
    const starts = Int32Array.from(days, ({ start }) => start)
    return new JustifiedLayout({ ratios, starts, width, rowHeight, gap: GAP, headingHeight: HEADING })
  }, [tiles, days, width, rowHeight])
  return { layout, days }
}

/** Extreme aspect ratios are cropped in the grid, so that each tile is visible and clickable. */
const MIN_RATIO = 0.5
const MAX_RATIO = 3
const DEFAULT_RATIO = 1.4

/** Aspect ratio of a tile, from the library's metadata. */
const tileRatio = ({ width, height }: Pick<Tile, 'width' | 'height'>): number => {
  if (width === null || height === null || width <= 0 || height <= 0) return DEFAULT_RATIO
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height))
}
