import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { JustifiedLayout } from './JustifiedLayout.ts'

/** Closer to the top than this, in px, new results push down the visible ones. */
const TOP_THRESHOLD = 8

/** Scroll anchoring: keeps the visible tiles in place while the grid changes. Returns the scroll handler. */
export function useAnchor(
  scrollerRef: RefObject<HTMLDivElement | null>,
  layout: JustifiedLayout,
  tiles: Tile[],
  /** Whether there are results above the first; loading them must not move the visible ones, even at the top. */
  hasNewer: boolean,
): () => void {
  const anchorRef = useRef<{ id: string; offset: number } | null>(null)
  const record = () => {
    const top = scrollerRef.current?.scrollTop ?? 0
    const { first } = layout.range(top, top + 1)
    const tile = tiles[first]
    anchorRef.current =
      (hasNewer || top > TOP_THRESHOLD) && tile ? { id: tile.id, offset: layout.box(first).y - top } : null
  }
  useLayoutEffect(() => {
    const element = scrollerRef.current
    const anchor = anchorRef.current
    if (element === null || anchor === null) return
    const index = tiles.findIndex(({ id }) => id === anchor.id)
    if (index !== -1) element.scrollTop = layout.box(index).y - anchor.offset
  }, [scrollerRef, layout, tiles])
  return record
}
