import type { JustifiedLayout } from './JustifiedLayout.ts'

interface Item {
  id: string
}

/** A visible tile, and its distance from the top of the view in px. */
export interface Anchor {
  id: string
  distance: number
}

/** Closer to the top than this, in px, new results push down the visible ones. */
const TOP_THRESHOLD = 8

/**
 * The first visible tile, which stays in place while the tiles change.
 * @param hasNewer - Whether there are results above the first; loading them must not move the visible ones, even at the top.
 */
export function anchorAt(
  scrollTop: number,
  layout: JustifiedLayout,
  tiles: readonly Item[],
  hasNewer: boolean,
): Anchor | null {
  if (!hasNewer && scrollTop <= TOP_THRESHOLD) return null
  const { first } = layout.range(scrollTop, scrollTop + 1)
  const tile = tiles[first]
  return tile ? { id: tile.id, distance: layout.box(first).y - scrollTop } : null
}

/** The scroll offset at which the anchor is where it was; undefined if its tile is gone. */
export function anchoredTop(
  { id, distance }: Anchor,
  layout: JustifiedLayout,
  tiles: readonly Item[],
): number | undefined {
  const index = tiles.findIndex((tile) => tile.id === id)
  return index === -1 ? undefined : layout.box(index).y - distance
}
