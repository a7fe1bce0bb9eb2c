import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Anchor,
  anchoredScrollTop,
  type PlacedTiles,
  type ScrollState,
  scrollStateAt,
  topInLayout,
} from '../core/scrolling.ts'
import { HEADING_HEIGHT } from '../core/tileLayout.ts'
import { galleryView, type GridJump } from '../galleryView.ts'

interface GridScrollOptions extends PlacedTiles {
  hasPrevious: boolean
  /** Key under which the scroll position is remembered. */
  scrollKey: string
  /** A jump that hasn't happened yet. */
  jump: GridJump | undefined
  isMeasured: boolean
  /** Called once the grid has jumped. */
  onJumped: (jump: GridJump) => void
}

/** Scroll distance in px after which the rendered tiles are computed again. */
export const SCROLL_STEP = 48
/** Larger than any grid; the browser clamps it to the end. */
const MAX_SCROLL_TOP = 2 ** 40

/** Restores the scroll position, jumps, and keeps the visible tiles in place while the grid changes (scroll anchoring). */
export function useGridScroll(
  scrollerRef: RefObject<HTMLElement | null>,
  { tiles, layout, hasPrevious, scrollKey, jump, isMeasured, onJumped }: GridScrollOptions,
): {
  /** Scroll offset in px to render at, rounded down to a whole step. */
  top: number
  onScroll: () => void
} {
  const anchorRef = useRef<Anchor | null>(null)
  const [state, setState] = useState<ScrollState>(() => ({ top: 0, rest: 0, anchor: null, layout }))
  const top = useMemo(() => topInLayout(state, { tiles, layout }), [state, tiles, layout])
  const record = () => {
    const scrollTop = scrollerRef.current?.scrollTop ?? 0
    const next = scrollStateAt(scrollTop, SCROLL_STEP, { tiles, layout }, hasPrevious)
    anchorRef.current = next.anchor
    galleryView.getState().rememberScroll(scrollKey, scrollTop)
    // Scrolling within a step renders nothing.
    setState((old) =>
      old.top === next.top && old.layout === layout && (old.anchor === null) === (next.anchor === null)
        ? old
        : next,
    )
  }
  const restore = useEffectEvent((element: HTMLElement, key: string) => {
    if (jump !== undefined) return
    element.scrollTop = galleryView.getState().scrollPositions.get(key) ?? 0
    record()
  })
  const runJump = useEffectEvent((element: HTMLElement, { to, takesFocus }: GridJump) => {
    element.scrollTop =
      to === 'first'
        ? 0
        : to === 'last'
          ? MAX_SCROLL_TOP
          : Math.max(0, layout.box(to.index).y - HEADING_HEIGHT)
    // Before the scroll event, so that the tiles there are rendered in the same frame.
    record()
    onJumped({ to, takesFocus })
  })
  useLayoutEffect(() => {
    const scrollTop = anchorRef.current && anchoredScrollTop(anchorRef.current, { tiles, layout })
    if (scrollerRef.current && typeof scrollTop === 'number') scrollerRef.current.scrollTop = scrollTop
  }, [scrollerRef, layout, tiles])
  useLayoutEffect(() => {
    if (isMeasured && scrollerRef.current) restore(scrollerRef.current, scrollKey)
  }, [scrollKey, scrollerRef, isMeasured])
  useLayoutEffect(() => {
    if (isMeasured && jump && scrollerRef.current) runJump(scrollerRef.current, jump)
  }, [jump, scrollerRef, isMeasured])
  return { top, onScroll: record }
}
