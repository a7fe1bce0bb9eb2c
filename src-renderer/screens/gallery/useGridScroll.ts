import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Anchor, anchorAt, anchoredTop } from './core/anchor.ts'
import type { JustifiedLayout } from './core/JustifiedLayout.ts'
import { galleryView } from './galleryView.ts'

interface Options {
  tiles: readonly { id: string }[]
  layout: JustifiedLayout
  hasNewer: boolean
  /** Key under which the scroll position is remembered. */
  scrollKey: string
  /** Where the grid starts after a jump; undefined for the remembered position. */
  startAt: 'first' | 'last' | undefined
  isMeasured: boolean
  /** Called once the grid is at the end that was jumped to. */
  onJumped: () => void
}

/** Larger than any grid; the browser clamps it to the end. */
const MAX_SCROLL_TOP = 2 ** 40

/**
 * Restores the scroll position, and keeps the visible tiles in place while the grid changes (scroll anchoring). Returns the
 * scroll handler.
 */
export function useGridScroll(
  scrollerRef: RefObject<HTMLElement | null>,
  { tiles, layout, hasNewer, scrollKey, startAt, isMeasured, onJumped }: Options,
): () => void {
  const anchorRef = useRef<Anchor | null>(null)
  const initialJump = useRef(startAt)
  const onJumpedEvent = useEffectEvent(onJumped)
  useLayoutEffect(() => {
    const top = anchorRef.current && anchoredTop(anchorRef.current, layout, tiles)
    if (scrollerRef.current && typeof top === 'number') scrollerRef.current.scrollTop = top
  }, [scrollerRef, layout, tiles])
  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (!isMeasured || element === null) return
    const to = initialJump.current
    initialJump.current = undefined
    if (to === undefined) element.scrollTop = galleryView.getState().scrollPositions.get(scrollKey) ?? 0
    else {
      element.scrollTop = to === 'last' ? MAX_SCROLL_TOP : 0
      onJumpedEvent()
    }
  }, [scrollKey, scrollerRef, isMeasured])
  return () => {
    const top = scrollerRef.current?.scrollTop ?? 0
    anchorRef.current = anchorAt(top, layout, tiles, hasNewer)
    galleryView.getState().scrollPositions.set(scrollKey, top)
  }
}
