import type { GridLayout } from './GridLayout.ts'

/** Most tiles that exist at once, however small they are. */
export const MAX_TILES = 180

/** Tiles worth drawing: those in view and, as far as the limit allows, those about to be. */
export const windowOf = (
  layout: GridLayout,
  scrollTop: number,
  viewHeight: number,
): { first: number; end: number; top: number; bottom: number } => {
  for (const ahead of [1, 0.5, 0.2, 0]) {
    const top = scrollTop - viewHeight * Math.min(ahead, 0.5)
    const bottom = scrollTop + viewHeight * (1 + ahead)
    const { first, end } = layout.range(top, bottom)
    if (end - first <= MAX_TILES || ahead === 0)
      return { first, end: Math.min(end, first + MAX_TILES), top, bottom }
  }
  return { first: 0, end: 0, top: 0, bottom: 0 }
}
