import { dayOfTime, startOfDay } from '../../../../src-preload/shared/calendar.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

/** Space between tiles in px. */
export const GAP = 6
/** Height of the heading of a day in px. */
export const HEADING_HEIGHT = 44
/** Space above the tiles where there are no headings, in px. */
const TOP_MARGIN = 16

/** `justified`: rows of tiles in their own shape. `square`: tiles of one size, cropped. */
export type TileShape = 'justified' | 'square'

interface TileLayoutOptions {
  width: number
  /** Approximate height of a row in px. */
  rowHeight: number
  shape: TileShape
  /** Whether each section has a heading. */
  hasHeadings: boolean
}

/** Positions of tiles in rows of about the given height, by section. */
export function layOutTiles(
  tiles: readonly Tile[],
  sections: readonly DaySection[],
  { width, rowHeight, shape, hasHeadings }: TileLayoutOptions,
): JustifiedLayout {
  const columns = Math.max(1, Math.round((width + GAP) / (rowHeight + GAP)))
  return new JustifiedLayout({
    ratios: shape === 'square' ? new Float32Array(tiles.length).fill(1) : Float32Array.from(tiles, tileRatio),
    sectionStarts: Int32Array.from(sections, ({ start }) => start),
    width,
    // The exact size at which full rows of square tiles fill the width, so that an incomplete last row has tiles of the
    // same size.
    rowHeight: shape === 'square' ? (width - GAP * (columns - 1)) / columns : rowHeight,
    gap: GAP,
    headingHeight: hasHeadings ? HEADING_HEIGHT : TOP_MARGIN,
  })
}

/** The days of tiles that are sorted by date. */
export const daysOf = (tiles: readonly Tile[]): DaySection[] =>
  groupByDay(Float64Array.from(tiles, ({ createdAt }) => createdAt))

/** A single section with all tiles, for those that aren't sorted by date. */
export const wholeSection = (tiles: readonly Tile[]): DaySection[] =>
  tiles.length === 0 ? [] : [{ day: 0, start: 0, count: tiles.length }]

/** Extreme aspect ratios are cropped in the grid, so that each tile is visible and clickable. */
const MIN_RATIO = 0.5
const MAX_RATIO = 3
const DEFAULT_RATIO = 1.4

/** Aspect ratio of a tile, from the library's metadata. */
const tileRatio = ({ width, height }: Pick<Tile, 'width' | 'height'>): number => {
  if (width === null || height === null || width <= 0 || height <= 0) return DEFAULT_RATIO
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height))
}

/** A section of the gallery: tiles of one local day. */
export interface DaySection {
  /** Local midnight at the start of the day, in ms since the epoch. */
  day: number
  /** Index of its first tile. */
  start: number
  /** Number of its tiles. */
  count: number
}

/** Groups sorted times in ms since the epoch by local day. */
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
    const day = dayOfTime(time)
    dayStart = startOfDay(day)
    dayEnd = startOfDay(day + 1)
    sections.push({ day: dayStart, start: index, count: 1 })
  }
  return sections
}
