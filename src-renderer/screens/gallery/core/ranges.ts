import { offsetToReveal } from '../../../lib/virtual/offsetToReveal.ts'
import type { IndexRange } from '../../../lib/virtual/renderedIndexes.ts'
import type { JustifiedLayout } from './JustifiedLayout.ts'
import { HEADING } from './tileLayout.ts'

/** Maximum number of rendered tiles. */
export const MAX_TILES = 180

interface VisibleRange extends IndexRange {
  top: number
  bottom: number
}

/** Tiles to render: those in view and, within the limit, those close to it. */
export const visibleRange = (
  layout: JustifiedLayout,
  scrollTop: number,
  viewHeight: number,
): VisibleRange => {
  for (const overscan of [1, 0.5, 0.2, 0]) {
    const top = scrollTop - viewHeight * Math.min(overscan, 0.5)
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
    { start: y - HEADING, end: y + height + SPACE_BELOW },
  )
}

/** Whether the view is near the end of the loaded tiles, or near their start. */
export const nearEnds = (
  layout: JustifiedLayout,
  scrollTop: number,
  viewHeight: number,
): { isNearEnd: boolean; isNearStart: boolean } => ({
  isNearEnd: viewHeight > 0 && scrollTop + viewHeight * 3 > layout.height,
  isNearStart: viewHeight > 0 && scrollTop < viewHeight * 2,
})
