import { useMemo } from 'react'
import { listId } from '../../host/call.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { viewQuery } from '../../widgets/library/filterUrl.ts'
import { isNewestFirst, type LibraryView } from '../../widgets/library/libraryFilter.ts'
import { endOfDay, Timeline } from './core/Timeline.ts'
import { galleryView, type GridJump } from './galleryView.ts'
import type { Library } from './useLibrary.ts'

export interface Seek {
  /**
   * The days of all results; null until they are known, undefined if the view isn't sorted newest first or they can't
   * be read.
   */
  timeline: Timeline | null | undefined
  /** A jump that the grid hasn't made yet. */
  jump: GridJump | undefined
  endJump: () => void
  toEnd: (end: 'first' | 'last', takesFocus: boolean) => Promise<void>
  /** Goes to the newest result of a day, in days since 1970-01-01, or to the next older one. */
  toDay: (day: number, takesFocus: boolean) => Promise<void>
  /** Goes to the result with a rank in the timeline. */
  toRank: (rank: number) => Promise<void>
}

/** Jumps in a view: within the loaded results by scrolling, otherwise by reading the view from there. */
export function useSeek(view: LibraryView, library: Library): Seek {
  const viewKey = viewQuery(view)
  const { tiles, hasMore, hasNewer, anchor } = library
  const pending = galleryView(({ jump }) => jump)
  const isByDate = isNewestFirst(view.sort)
  const { data, isError } = useApiQuery(
    'library.timeline',
    { filter: view.filter, view: listId('gallery timeline') },
    // After the results, which the user waits for.
    { enabled: isByDate && !library.isLoading, keepPrevious: true },
  )
  const timeline = useMemo(() => (data ? new Timeline(data) : null), [data])
  const jumpWithin = (to: GridJump['to'], takesFocus: boolean) =>
    galleryView.getState().jumpTo(viewKey, { to, takesFocus }, anchor)

  const toEnd: Seek['toEnd'] = async (end, takesFocus) => {
    if (end === 'first') galleryView.getState().jumpTo(viewKey, { to: 'first', takesFocus }, undefined)
    else if (hasMore) await library.jumpToUnloaded('last', takesFocus)
    else jumpWithin('last', takesFocus)
  }
  const toDay: Seek['toDay'] = async (day, takesFocus) => {
    const end = endOfDay(day)
    const index = tiles.findIndex(({ createdAt }) => createdAt <= end)
    // Before the first loaded result there may be others of the same day.
    const isLoaded = index > 0 || (index === 0 && !hasNewer)
    if (isLoaded) jumpWithin({ index }, takesFocus)
    else if (index === -1 && !hasMore) jumpWithin('last', takesFocus)
    else await library.jumpToUnloaded(day, takesFocus)
  }
  const toRank: Seek['toRank'] = async (rank) => {
    if (timeline === null) return
    if (rank <= 0) return toEnd('first', false)
    if (rank >= timeline.total - 1) return toEnd('last', false)
    if (!hasNewer && rank < tiles.length) return jumpWithin({ index: rank }, false)
    const day = timeline.dayAtRank(rank)
    if (day !== undefined) await toDay(day, false)
  }
  return {
    timeline: !isByDate || (isError && data === undefined) ? undefined : timeline,
    jump: pending?.viewKey === viewKey ? pending : undefined,
    endJump: () => galleryView.getState().endJump(),
    toEnd,
    toDay,
    toRank,
  }
}
