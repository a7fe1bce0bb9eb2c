import { useMemo } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { type DaySection, groupByDay } from '../model/groupByDay.ts'
import type { GridLayout } from './GridLayout.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'
import { tileRatio } from './tileRatio.ts'

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
