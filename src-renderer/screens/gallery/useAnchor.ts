import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { GridLayout } from './layout/GridLayout.ts'

/** So near to the top that arrivals may push down what is seen. */
const AT_TOP = 8

/** Scroll anchoring: keeps the visible tiles in place while the grid changes. Returns the scroll handler. */
export function useAnchor(
  scrollerRef: RefObject<HTMLDivElement | null>,
  layout: GridLayout,
  tiles: Tile[],
  /** There is something above the first: what comes from there must not push what is seen, even at the very top. */
  above: boolean,
): () => void {
  const held = useRef<{ id: string; offset: number } | null>(null)
  const note = () => {
    const top = scrollerRef.current?.scrollTop ?? 0
    const { first } = layout.range(top, top + 1)
    const tile = tiles[first]
    held.current = (above || top > AT_TOP) && tile ? { id: tile.id, offset: layout.box(first).y - top } : null
  }
  useLayoutEffect(() => {
    const element = scrollerRef.current
    const anchor = held.current
    if (element === null || anchor === null) return
    const index = tiles.findIndex(({ id }) => id === anchor.id)
    if (index !== -1) element.scrollTop = layout.box(index).y - anchor.offset
  }, [scrollerRef, layout, tiles])
  return note
}
