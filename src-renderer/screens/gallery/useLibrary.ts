import { useEffect, useMemo } from 'react'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../host/bridge.ts'
import { call, listId } from '../../host/call.ts'
import { problemOf, showProblem } from '../../host/problemOf.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { usePageLoader } from '../../host/usePageLoader.ts'
import { oneAtATime } from '../../lib/oneAtATime.ts'
import { viewQuery } from '../../widgets/library/filterUrl.ts'
import { isFiltered, type LibraryView, isNewestFirst } from '../../widgets/library/libraryFilter.ts'
import {
  anchoredKey,
  libraryKey,
  readPage,
  type LibraryPage,
  type LibraryPages,
  type PageCursor,
  readPageInBackground,
} from '../../widgets/library/libraryPages.ts'
import { galleryView, type ViewAnchor } from './galleryView.ts'

export interface Library {
  tiles: Tile[]
  /** Number and size of the results in the view, loaded or not; null until they are counted. */
  totals: { total: number; bytes: number } | null
  isLoading: boolean
  /** Whether the tiles are those of the previous view, because this one isn't loaded yet. */
  isPlaceholder: boolean
  /** Whether all results of the view are loaded. */
  isComplete: boolean
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  /** Whether there are results above the first loaded one, after a jump. */
  hasPrevious: boolean
  /** Number of results above the first loaded one; null if it is unknown. */
  previousCount: number | null
  /** Loads the previous page, if there is one. */
  loadPrevious: () => void
  reload: () => void
  /** Rank of the first loaded result; after a jump an estimate, because results may have been added or removed above. */
  firstRank: number
  /** Where the user jumped to, if the results around it are shown; undefined if the view is shown from its first result. */
  anchor: ViewAnchor | undefined
  /**
   * Reads the view from another place without the pages between, and jumps there. Failures are shown; a later call supersedes an
   * earlier one.
   */
  jumpToUnloaded: (target: JumpTarget, takesFocus: boolean) => Promise<void>
}

/** The last result, or the first one at a rank or a time, with its rank, which may be an estimate. */
export type JumpTarget = 'last' | { place: RouteInput<'library.cursor'>['place']; rank: number }

const FIRST_PAGE: PageCursor = { before: null }
const LAST_PAGE: PageCursor = { before: null, after: null }
/** Pages of a search are removed from memory after this time without use, in ms. */
const SEARCH_GC_MS = 60_000

const pageOptions = (view: LibraryView, queryKey: readonly unknown[], list: string) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => readPage(view, pageParam, list),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }): PageCursor | null => (next === null ? null : { before: next }),
    getPreviousPageParam: ({ previous }): PageCursor | null =>
      previous ? { before: null, after: previous } : null,
    staleTime: Infinity,
    gcTime: isFiltered(view.filter) ? SEARCH_GC_MS : Infinity,
  })

/**
 * A view of the library, page by page: from its first result, or in both directions from a place that the user jumped to. New
 * results are merged on top without reloading all pages.
 * @param view - The same object until the view changes.
 */
export function useLibrary(view: LibraryView): Library {
  const client = useQueryClient()
  const viewKey = viewQuery(view)
  const anchor = galleryView(({ anchoredViews }) => anchoredViews[viewKey])
  const isAnchored = anchor !== undefined
  const fromFirst = useInfiniteQuery({
    ...pageOptions(view, libraryKey(view), 'gallery'),
    placeholderData: (previous: LibraryPages | undefined) => previous,
  })
  const anchored = useInfiniteQuery({
    ...pageOptions(view, anchoredKey(view), 'gallery jump'),
    enabled: isAnchored,
  })
  const { hasPreviousPage, refetch } = anchored
  useRefresh(view, { isAnchored, hasPreviousPage, refetch })
  const query = isAnchored && anchored.data !== undefined ? anchored : fromFirst
  const { loadNext, loadPrevious } = usePageLoader(query)
  const tiles = useMemo(() => query.data?.pages.flatMap((page) => page.tiles) ?? [], [query.data])
  // From these pages, because they are refreshed even after a jump elsewhere.
  const totals = useTotals(view, fromFirst.isPlaceholderData ? undefined : fromFirst.data)
  const hasPrevious = query.hasPreviousPage
  const jumpToUnloaded: Library['jumpToUnloaded'] = async (target, takesFocus) => {
    const queryKey = anchoredKey(view)
    const number = galleryView.getState().beginJump()
    try {
      const cursor =
        target === 'last'
          ? LAST_PAGE
          : await call('library.cursor', { ...view, place: target.place, listId: listId('gallery place') })
      const page = await readPage(view, cursor, 'gallery jump')
      const [first] = page.tiles
      if (galleryView.getState().latestJump !== number || first === undefined) return
      // A page of the earlier place that is still being read would be added to the new one.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData<LibraryPages>(queryKey, { pages: [page], pageParams: [cursor] })
      const rank = target === 'last' ? (page.totals?.total ?? 0) - page.tiles.length : target.rank
      const to = target === 'last' ? target : { index: 0 }
      galleryView.getState().jumpTo(viewKey, { to, takesFocus }, { number, id: first.id, rank })
    } catch (error) {
      const isDropped = galleryView.getState().latestJump !== number
      if (!isDropped && problemOf(error).code !== 'superseded') showProblem(error)
    }
  }
  const shownAnchor = query === anchored ? anchor : undefined
  const anchorIndex = useMemo(
    () =>
      shownAnchor
        ? Math.max(
            0,
            tiles.findIndex(({ id }) => id === shownAnchor.id),
          )
        : 0,
    [tiles, shownAnchor],
  )
  return {
    tiles,
    totals,
    isLoading: query.isPending,
    isPlaceholder: query.isPlaceholderData,
    isComplete: query.isSuccess && !query.isPlaceholderData && !query.hasNextPage && !query.hasPreviousPage,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: loadNext,
    hasPrevious,
    previousCount: !hasPrevious
      ? 0
      : query.hasNextPage || totals === null
        ? null
        : totals.total - tiles.length,
    loadPrevious,
    reload: () => void query.refetch(),
    firstRank: hasPrevious && shownAnchor ? Math.max(0, shownAnchor.rank - anchorIndex) : 0,
    anchor: shownAnchor,
    jumpToUnloaded,
  }
}

/** The totals of the loaded pages, or of a separate count if the pages lack them. */
function useTotals(view: LibraryView, data: { pages: LibraryPage[] } | undefined): Library['totals'] {
  const totals = data?.pages[0]?.totals
  const count = useApiQuery(
    'library.count',
    { filter: view.filter, listId: listId('gallery count') },
    { enabled: totals === null },
  )
  return totals ?? (totals === null ? (count.data ?? null) : null)
}

interface RefreshOptions {
  isAnchored: boolean
  hasPreviousPage: boolean
  refetch: () => Promise<unknown>
}

/** Refreshes the shown pages when results are added, moved or changed. */
function useRefresh(view: LibraryView, { isAnchored, hasPreviousPage, refetch }: RefreshOptions): void {
  const client = useQueryClient()
  useEffect(() => {
    const refreshTop = makeRefresher(client, view)
    // Cached pages may be from before the gallery was last closed.
    if (client.getQueryData(libraryKey(view)) !== undefined) refreshTop()
    return bridge().onEvent((event) => {
      // If results were added among older ones, `subscribeToStudio` invalidates all cached pages.
      if (event.type === 'library.changed' && !event.isReordered) refreshTop()
    })
  }, [client, view])
  useEffect(() => {
    if (!isAnchored) return
    // The response to a request in flight may be older than the change.
    const refresh = oneAtATime(async () => {
      await waitForRequest(client, anchoredKey(view))
      await refetch()
    })
    return bridge().onEvent((event) => {
      if (event.type !== 'library.changed') return
      // New results of a list sorted newest first are above pages that aren't loaded, so the loaded ones don't change.
      if (event.added > 0 && hasPreviousPage && isNewestFirst(view.sort)) return
      refresh()
    })
  }, [client, view, isAnchored, hasPreviousPage, refetch])
}

/** Waits for the response to the request in flight for a view, if there is one. */
async function waitForRequest(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
}

/** If more pages than this are new, the cached ones are dropped. */
const MAX_NEW_PAGES = 50

/** Reads pages from the top until they overlap with the cached ones. */
const readNewPages = async (view: LibraryView, cached: LibraryPage[]): Promise<LibraryPage[]> => {
  const newPages: LibraryPage[] = []
  for (let before: string | null = null; newPages.length < MAX_NEW_PAGES;) {
    const page = await readPageInBackground(view, { before })
    newPages.push(page)
    const merged = mergeNewPages(cached, newPages)
    if (merged !== undefined) return merged
    before = page.next
  }
  return newPages
}

const toPageParams = (pages: LibraryPage[]): PageCursor[] => [
  { before: null },
  ...pages.slice(0, -1).map(({ next }) => ({ before: next })),
]

/**
 * Creates a function that refreshes a view: only its top if it is sorted newest first, because new results are there,
 * otherwise all of its pages. Calls during a run cause one more run.
 */
const makeRefresher = (client: QueryClient, view: LibraryView): (() => void) => {
  const key = libraryKey(view)
  const run = async (): Promise<void> => {
    const cached = client.getQueryData<LibraryPages>(key)
    if (cached === undefined || !isNewestFirst(view.sort))
      return client.invalidateQueries({ queryKey: key, exact: true })
    const pages = await readNewPages(view, cached.pages)
    // A page in flight will be added to the pages that were cached when it was requested, which lack the new results.
    await waitForRequest(client, key)
    // The merge would drop pages that were fetched in the meantime, so it is repeated with them.
    if (client.getQueryData<LibraryPages>(key) !== cached) refresh()
    else client.setQueryData<LibraryPages>(key, { pages, pageParams: toPageParams(pages) })
  }
  // After a failure the shown pages stay; the next change refreshes them.
  const refresh = oneAtATime(run)
  return refresh
}

/**
 * Merges fresh first pages into the cached pages: new tiles appear, deleted tiles within their range disappear, older pages
 * stay. Undefined if they don't overlap, so that the next page must be read first.
 */
export const mergeNewPages = (pages: LibraryPage[], newPages: LibraryPage[]): LibraryPage[] | undefined => {
  const lastNewPage = newPages.at(-1)
  if (lastNewPage === undefined || lastNewPage.next === null) return newPages
  // All cached results were moved away, such as a large selection to the trash.
  if (pages.every(({ tiles }) => tiles.length === 0)) return newPages
  const lastId = lastNewPage.tiles.at(-1)?.id
  const overlapIndex = pages.findIndex(({ tiles }) => tiles.some(({ id }) => id === lastId))
  if (overlapIndex === -1) return undefined
  const tail = pages.slice(overlapIndex).map((page, index) => {
    const tiles =
      index > 0 ? page.tiles : page.tiles.slice(page.tiles.findIndex(({ id }) => id === lastId) + 1)
    return { ...page, tiles }
  })
  const { totals } = lastNewPage
  return [...newPages, ...tail.filter(({ tiles }) => tiles.length > 0)].map((page) => ({ ...page, totals }))
}
