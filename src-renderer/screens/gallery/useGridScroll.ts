import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Anchor, anchorAt, anchoredScrollTop } from './core/scrolling.ts'
import { HEADING_HEIGHT } from './core/tileLayout.ts'
import type { JustifiedLayout } from './core/JustifiedLayout.ts'
import { galleryView, type GridJump } from './galleryView.ts'

interface GridScrollOptions {
  tiles: readonly { id: string }[]
  layout: JustifiedLayout
  hasNewer: boolean
  /** Key under which the scroll position is remembered. */
  scrollKey: string
  /** A jump that hasn't happened yet. */
  jump: GridJump | undefined
  isMeasured: boolean
  /** Called once the grid shows the place that was jumped to. */
  onJumped: (jump: GridJump) => void
}

/** Larger than any grid; the browser clamps it to the end. */
const MAX_SCROLL_TOP = 2 ** 40

/**
 * Restores the scroll position, jumps, and keeps the visible tiles in place while the grid changes (scroll anchoring). Returns the
 * scroll handler.
 */
export function useGridScroll(
  scrollerRef: RefObject<HTMLElement | null>,
  { tiles, layout, hasNewer, scrollKey, jump, isMeasured, onJumped }: GridScrollOptions,
): () => void {
  const anchorRef = useRef<Anchor | null>(null)
  const record = () => {
    const top = scrollerRef.current?.scrollTop ?? 0
    anchorRef.current = anchorAt(top, layout, tiles, hasNewer)
    galleryView.getState().scrollPositions.set(scrollKey, top)
  }
  const restore = useEffectEvent((element: HTMLElement, key: string) => {
    if (jump === undefined) element.scrollTop = galleryView.getState().scrollPositions.get(key) ?? 0
  })
  const runJump = useEffectEvent((element: HTMLElement, { to, takesFocus }: GridJump) => {
    element.scrollTop =
      to === 'first'
        ? 0
        : to === 'last'
          ? MAX_SCROLL_TOP
          : Math.max(0, layout.box(to.index).y - HEADING_HEIGHT)
    // There is no scroll event if the grid is already there.
    record()
    onJumped({ to, takesFocus })
  })
  useLayoutEffect(() => {
    const top = anchorRef.current && anchoredScrollTop(anchorRef.current, layout, tiles)
    if (scrollerRef.current && typeof top === 'number') scrollerRef.current.scrollTop = top
  }, [scrollerRef, layout, tiles])
  useLayoutEffect(() => {
    if (isMeasured && scrollerRef.current) restore(scrollerRef.current, scrollKey)
  }, [scrollKey, scrollerRef, isMeasured])
  useLayoutEffect(() => {
    if (isMeasured && jump && scrollerRef.current) runJump(scrollerRef.current, jump)
  }, [jump, scrollerRef, isMeasured])
  return record
}
