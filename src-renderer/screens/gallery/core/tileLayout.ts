import { useMemo } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

const GAP = 6
export const HEADING = 44

/** Days and positions of tiles in a grid. */
export function useGridLayout(
  tiles: Tile[],
  width: number,
  rowHeight: number,
): { layout: JustifiedLayout; days: DaySection[] } {
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

/** A section of the gallery: tiles of one local day, newest first. */
export interface DaySection {
  /** Local midnight at the start of the day, in ms since the epoch. */
  day: number
  start: number
  count: number
}

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
/** Local midnight of the next day; a day may have 23 or 25 hours. */
const nextMidnight = (day: number): number => {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}

/** Groups times, newest first, by local day. */
export const groupByDay = (times: ArrayLike<number>): DaySection[] => {
  const sections: DaySection[] = []
  let dayStart = Infinity
  let dayEnd = -Infinity
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? 0
    const section = sections.at(-1)
    if (section !== undefined && time >= dayStart && time < dayEnd) {
      section.count++
      continue
    }
    dayStart = midnight(time)
    dayEnd = nextMidnight(dayStart)
    sections.push({ day: dayStart, start: index, count: 1 })
  }
  return sections
}

/** Maximum number of rendered tiles. */
export const MAX_TILES = 180

/** Tiles to render: those in view and, within the limit, those close to it. */
export const visibleRange = (
  layout: JustifiedLayout,
  scrollTop: number,
  viewHeight: number,
): { first: number; end: number; top: number; bottom: number } => {
  for (const overscan of [1, 0.5, 0.2, 0]) {
    const top = scrollTop - viewHeight * Math.min(overscan, 0.5)
    const bottom = scrollTop + viewHeight * (1 + overscan)
    const { first, end } = layout.range(top, bottom)
    if (end - first <= MAX_TILES || overscan === 0)
      return { first, end: Math.min(end, first + MAX_TILES), top, bottom }
  }
  return { first: 0, end: 0, top: 0, bottom: 0 }
}
