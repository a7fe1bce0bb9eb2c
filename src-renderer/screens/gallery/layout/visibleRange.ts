import type { GridLayout } from './GridLayout.ts'

/** Maximum number of rendered tiles. */
export const MAX_TILES = 180

/** Tiles to render: those in view and, within the limit, those close to it. */
export const visibleRange = (
  layout: GridLayout,
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
