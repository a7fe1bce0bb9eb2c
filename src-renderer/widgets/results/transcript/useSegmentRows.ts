import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'

const ROW_HEIGHT = 38
const OVERSCAN = 12
/** After the user scrolls, the list doesn't follow playback for this long. */
const SCROLL_PAUSE_MS = 4000

interface Options {
  count: number
  /** Row kept in view while `isFollowing`; -1 if none. */
  followedRow: number
  isFollowing: boolean
  /** Row to scroll to whenever it changes. */
  targetRow: number | undefined
  /** Row that stays rendered outside the view, because it is being edited. */
  pinnedRow: number | undefined
}

/** Virtual rows of a scrollable element that follows playback and search. */
export function useSegmentRows(
  box: RefObject<HTMLDivElement | null>,
  { count, followedRow, isFollowing, targetRow, pinnedRow }: Options,
): Virtualizer<HTMLDivElement, Element> {
  const lastInteraction = useRef(0)
  // The virtualizer is a stable object with changing results, so they must not be memoized.
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      return pinnedRow === undefined || visible.includes(pinnedRow)
        ? visible
        : [...visible, pinnedRow].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => {
    const element = box.current
    const onInteraction = () => (lastInteraction.current = Date.now())
    for (const eventName of ['wheel', 'pointerdown', 'keydown'])
      element?.addEventListener(eventName, onInteraction, { passive: true })
    return () => {
      for (const eventName of ['wheel', 'pointerdown', 'keydown'])
        element?.removeEventListener(eventName, onInteraction)
    }
  }, [box])
  useEffect(() => {
    if (isFollowing && followedRow >= 0 && Date.now() - lastInteraction.current > SCROLL_PAUSE_MS)
      rows.scrollToIndex(followedRow, { align: 'center' })
  }, [followedRow, isFollowing, rows])
  useEffect(() => {
    if (targetRow !== undefined) rows.scrollToIndex(targetRow, { align: 'center' })
  }, [targetRow, rows])
  return rows
}
