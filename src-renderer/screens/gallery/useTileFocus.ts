import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusedTileAt, focusedIndex } from './core/focus.ts'

interface Options {
  tiles: readonly { id: string }[]
  /** Index of the tile with the focus at first. */
  initialIndex: number
  /** Tile to scroll to, for example the one in the viewer. */
  shownId: string | undefined
  reveal: (index: number) => void
}

export interface TileFocus {
  /** Index of the tile that Tab focuses. */
  index: number
  setIndex: (index: number) => void
  /** Focuses the tile once it is rendered. */
  requestFocus: () => void
  onFocus: (event: FocusEvent) => void
}

/** Roving focus: Tab reaches one tile, arrow keys move from there. */
export function useTileFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  { tiles, initialIndex, shownId, reveal }: Options,
): TileFocus {
  const [focused, setFocused] = useState(() => focusedTileAt(initialIndex, tiles))
  const isRequested = useRef(false)
  const index = focusedIndex(focused, tiles)
  const setIndex = (next: number) => setFocused(focusedTileAt(next, tiles))
  const indexOf = (id: string | undefined) => tiles.findIndex((tile) => tile.id === id)
  const [lastShownId, setLastShownId] = useState<string>()
  if (shownId !== lastShownId) {
    setLastShownId(shownId)
    setIndex(Math.max(0, indexOf(shownId ?? lastShownId)))
  }
  // Only when another tile is shown, because new results must not scroll the view.
  const revealShown = useEffectEvent((id: string) => {
    const tileIndex = indexOf(id)
    if (tileIndex !== -1) reveal(tileIndex)
  })
  const focusCurrent = useEffectEvent(() => {
    if (shownId !== undefined) return
    scrollerRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shownId === undefined) return
    revealShown(shownId)
    // After the viewer has returned the focus.
    return () => void setTimeout(focusCurrent)
  }, [shownId])
  useEffect(() => {
    if (!isRequested.current) return
    isRequested.current = false
    focusCurrent()
  })
  return {
    index,
    setIndex,
    requestFocus: () => {
      isRequested.current = true
    },
    // Keyboard navigation continues from the focused tile, however it got the focus (a click on its star, a screen reader).
    onFocus: (event) => {
      const tileIndex = tileIndexOf(event.target)
      if (tileIndex !== undefined && tileIndex !== index) setIndex(tileIndex)
    },
  }
}

/** Index of the tile that an event came from. */
export function tileIndexOf(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return tile ? Number(tile.dataset['at']) : undefined
}
