import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'

const ROW = 38
const AHEAD = 12
/** After scrolling by hand the list stays where it is for this long. */
const LEFT_ALONE_MS = 4000

interface Wish {
  count: number
  /** Row to keep in sight while `following`; -1: none. */
  followed: number
  following: boolean
  /** Row to bring into sight at once, whenever it changes. */
  sought: number | undefined
  /** Row that stays wherever the view goes: what is being written in it must not be lost. */
  kept: number | undefined
}

/** The rows near the view of a scrolled box, which goes after what is spoken and what is sought. */
export function useRows(
  box: RefObject<HTMLDivElement | null>,
  { count, followed, following, sought, kept }: Wish,
): Virtualizer<HTMLDivElement, Element> {
  const touched = useRef(0)
  // Its answers change while it stays the same: nothing may be remembered of them, and nothing here is.
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: AHEAD,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return kept === undefined || near.includes(kept) ? near : [...near, kept].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => {
    const element = box.current
    const touch = () => (touched.current = Date.now())
    for (const way of ['wheel', 'pointerdown', 'keydown'])
      element?.addEventListener(way, touch, { passive: true })
    return () => {
      for (const way of ['wheel', 'pointerdown', 'keydown']) element?.removeEventListener(way, touch)
    }
  }, [box])
  useEffect(() => {
    if (following && followed >= 0 && Date.now() - touched.current > LEFT_ALONE_MS)
      rows.scrollToIndex(followed, { align: 'center' })
  }, [followed, following, rows])
  useEffect(() => {
    if (sought !== undefined) rows.scrollToIndex(sought, { align: 'center' })
  }, [sought, rows])
  return rows
}
