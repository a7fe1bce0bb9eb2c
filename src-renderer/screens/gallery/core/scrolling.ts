import { offsetToReveal, type IndexRange } from '../../../lib/virtualList.ts'
import type { JustifiedLayout } from './JustifiedLayout.ts'
import { HEADING_HEIGHT } from './tileLayout.ts'

/** Maximum number of rendered tiles. */
export const MAX_TILES = 180

interface VisibleRange extends IndexRange {
  top: number
  bottom: number
}

/** Overscan below the view, as fractions of its height. The first one that doesn't exceed `MAX_TILES` is used. */
const OVERSCANS = [1, 0.5, 0.2, 0]
/** Maximum overscan above the view; smaller, because users mostly scroll down. */
const MAX_OVERSCAN_ABOVE = 0.5

/** The tiles to render: those in view, and those around it with the largest overscan within the limit. */
export const visibleRange = (
  layout: JustifiedLayout,
  scrollTop: number,
  viewHeight: number,
): VisibleRange => {
  for (const overscan of OVERSCANS) {
    const top = scrollTop - viewHeight * Math.min(overscan, MAX_OVERSCAN_ABOVE)
    const bottom = scrollTop + viewHeight * (1 + overscan)
    const { first, end } = layout.range(top, bottom)
    if (end - first <= MAX_TILES || overscan === 0)
      return { first, end: Math.min(end, first + MAX_TILES), top, bottom }
  }
  return { first: 0, end: 0, top: 0, bottom: 0 }
}

/** Space below a tile that is scrolled into view, in px. */
const SPACE_BELOW = 12

/** The scroll offset closest to the current one at which a tile and the heading above it are in view. */
export function topToReveal(
  layout: JustifiedLayout,
  tile: number,
  scrollTop: number,
  viewHeight: number,
): number {
  const { y, height } = layout.box(tile)
  return offsetToReveal(
    { start: scrollTop, end: scrollTop + viewHeight },
    { start: y - HEADING_HEIGHT, end: y + height + SPACE_BELOW },
  )
}

/** Whether the view is within two of its heights of the end or the start of the loaded tiles, so that more should be loaded. */
export const nearEnds = (
  layout: JustifiedLayout,
  scrollTop: number,
  viewHeight: number,
): { isNearEnd: boolean; isNearStart: boolean } => ({
  isNearEnd: viewHeight > 0 && scrollTop + viewHeight * 3 > layout.height,
  isNearStart: viewHeight > 0 && scrollTop < viewHeight * 2,
})

/** Tiles and their positions. */
export interface PlacedTiles {
  tiles: readonly { id: string }[]
  layout: JustifiedLayout
}

/** A visible tile, and its distance from the top of the view in px. */
export interface Anchor {
  id: string
  distance: number
}

/** How far a grid is scrolled, and the tile at that offset. */
export interface ScrollState {
  /** Scroll offset in px, rounded down to a whole step. */
  top: number
  /** Distance in px from there to the exact scroll offset. */
  rest: number
  /** The first visible tile, which stays in place while the tiles change. Null at the top, where new results push the others down. */
  anchor: Anchor | null
  /** The layout in which the offset was read. */
  layout: JustifiedLayout
}

/** Closer to the top than this, in px, new results push down the visible ones. */
const TOP_THRESHOLD = 8

/**
 * The scroll state at an offset.
 * @param step - Changes of the offset within a step change only the anchor.
 * @param hasPrevious - Whether there are results above the first; loading them must not move the visible ones, even at the top.
 */
export function scrollStateAt(
  scrollTop: number,
  step: number,
  { tiles, layout }: PlacedTiles,
  hasPrevious: boolean,
): ScrollState {
  const top = Math.floor(scrollTop / step) * step
  const scrollState = { top, rest: scrollTop - top, layout }
  if (!hasPrevious && scrollTop <= TOP_THRESHOLD) return { ...scrollState, anchor: null }
  const { first } = layout.range(scrollTop, scrollTop + 1)
  const tile = tiles[first]
  return { ...scrollState, anchor: tile ? { id: tile.id, distance: layout.box(first).y - scrollTop } : null }
}

/** The scroll offset at which the anchor is where it was; undefined if its tile is gone. */
export function anchoredScrollTop(
  { id, distance }: Anchor,
  { tiles, layout }: PlacedTiles,
): number | undefined {
  const index = tiles.findIndex((tile) => tile.id === id)
  return index === -1 ? undefined : layout.box(index).y - distance
}

/**
 * The rounded scroll offset in the current layout, in which the anchor may be elsewhere. It is known before the browser
 * has scrolled, so that the tiles in view are rendered in the same frame.
 */
export function topInLayout({ top, rest, anchor, layout }: ScrollState, placed: PlacedTiles): number {
  if (anchor === null || placed.layout === layout) return top
  const scrollTop = anchoredScrollTop(anchor, placed)
  return scrollTop === undefined ? top : Math.max(0, scrollTop - rest)
}
