import { endOfDay, startOfDay } from '../../../../src-preload/shared/calendar.ts'
import { useMemo } from 'react'
import { t } from '../../../i18n/t.ts'
import { listId } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { viewQuery } from '../../../widgets/library/filterUrl.ts'
import type { LibraryView } from '../../../widgets/library/libraryFilter.ts'
import { clampRank, type RailScale } from '../core/timeline/RailScale.ts'
import { Timeline } from '../core/timeline/Timeline.ts'
import { ValueScale } from '../core/timeline/ValueScale.ts'
import { galleryView, type GridJump, type ViewAnchor } from '../galleryView.ts'
import { shortSortValueText, sortValueText } from './sortValueText.ts'
import type { Library } from '../useLibrary.ts'

export interface Seek {
  /** The days of all results; null until they are known, undefined if the view isn't sorted by date or they can't be read. */
  timeline: Timeline | null | undefined
  /** The timeline, or the values by which the view is sorted; null and undefined likewise. */
  scale: RailScale | null | undefined
  /** A jump that the grid hasn't made yet. */
  jump: GridJump | undefined
  endJump: () => void
  toEnd: (end: 'first' | 'last', takesFocus: boolean) => Promise<void>
  /** Goes to the first result of a day, in days since 1970-01-01, or to the next one in the list. */
  toDay: (day: number, takesFocus: boolean) => Promise<void>
  /** Goes to the result with a rank. */
  toRank: (rank: number) => Promise<void>
}

/** Jumps in a view: within the loaded results by scrolling, otherwise by reading the view from there. */
export function useSeek(view: LibraryView, library: Library): Seek {
  const viewKey = viewQuery(view)
  const { hasPrevious, firstRank, anchor, isPlaceholder } = library
  const tiles = isPlaceholder ? [] : library.tiles
  const hasMore = isPlaceholder || library.hasMore
  const { descending } = view.sort
  const pending = galleryView(({ jump }) => jump)
  const { timeline, scale } = useScale(view, library)
  const jumpNow = (jump: GridJump, from: ViewAnchor | undefined) => {
    const { cancelJump, jumpTo } = galleryView.getState()
    cancelJump()
    jumpTo(viewKey, jump, from)
  }
  const jumpWithin = (to: GridJump['to'], takesFocus: boolean) => jumpNow({ to, takesFocus }, anchor)

  const toEnd: Seek['toEnd'] = async (end, takesFocus) => {
    if (end === 'first') jumpNow({ to: 'first', takesFocus }, undefined)
    else if (hasMore) await library.jumpToUnloaded('last', takesFocus)
    else jumpWithin('last', takesFocus)
  }
  const toDay: Seek['toDay'] = async (day, takesFocus) => {
    const time = descending ? endOfDay(day) : startOfDay(day)
    const index = tiles.findIndex(({ createdAt }) => (descending ? createdAt <= time : createdAt >= time))
    // Before the first loaded result there may be others of the same day.
    const isLoaded = index > 0 || (index === 0 && !hasPrevious)
    if (isLoaded) jumpWithin({ index }, takesFocus)
    else if (index === -1 && !hasMore) jumpWithin('last', takesFocus)
    else await library.jumpToUnloaded({ place: { time }, rank: timeline?.rankOfDay(day) ?? 0 }, takesFocus)
  }
  const toRank: Seek['toRank'] = async (wanted) => {
    if (!scale) return
    const rank = clampRank(scale, wanted)
    const index = rank - firstRank
    if (rank <= 0) return toEnd('first', false)
    if (rank === scale.total - 1) return toEnd('last', false)
    if (index >= 0 && index < tiles.length) return jumpWithin({ index }, false)
    await library.jumpToUnloaded({ place: { rank }, rank }, false)
  }
  return {
    timeline,
    scale,
    jump: pending?.viewKey === viewKey ? pending : undefined,
    endJump: () => galleryView.getState().endJump(),
    toEnd,
    toDay,
    toRank,
  }
}

/** The scale of the rail, read after the results, which the user waits for. */
function useScale({ filter, sort }: LibraryView, { isLoading }: Library): Pick<Seek, 'timeline' | 'scale'> {
  const { by, descending } = sort
  const isByDate = by === 'date'
  const days = useApiQuery(
    'library.timeline',
    { filter, listId: listId('gallery timeline') },
    { enabled: isByDate && !isLoading, keepPrevious: true },
  )
  const values = useApiQuery(
    'library.values',
    { filter, sort, listId: listId('gallery values') },
    {
      enabled: !isByDate && !isLoading,
      keepPrevious: (previous) => previous.sort.by === by && previous.sort.descending === descending,
    },
  )
  const timeline = useMemo(
    () => days.data && new Timeline(days.data, { descending }),
    [days.data, descending],
  )
  const valueScale = useMemo(
    () =>
      values.data && by !== 'date'
        ? new ValueScale(values.data, {
            label: t(`filters.${by}`),
            format: (value) => sortValueText(by, value),
            formatShort: (value) => shortSortValueText(by, value),
          })
        : undefined,
    [values.data, by],
  )
  if (!isByDate) return { timeline: undefined, scale: valueScale ?? (values.isError ? undefined : null) }
  const known = timeline ?? (days.isError ? undefined : null)
  return { timeline: known, scale: known }
}
