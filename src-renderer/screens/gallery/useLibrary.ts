import { useEffect, useMemo, useState } from 'react'
import {
  type InfiniteData,
  hashKey,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../host/bridge.ts'
import { showProblem } from '../../host/problemOf.ts'
import { usePageLoader } from '../../host/usePageLoader.ts'
import {
  type EndCursor,
  libraryEndKey,
  libraryKey,
  type LibraryView,
  readEndPage,
  readPage,
  type LibraryPage,
  type LibraryPages,
  readPageInBackground,
} from '../../widgets/library/libraryPages.ts'

export interface Library {
  tiles: Tile[]
  /** Number of results in the view, loaded or not. */
  total: number
  bytes: number
  isLoading: boolean
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  /** Number of results above the first loaded one; 0 unless the view is read from its oldest result. */
  newerCount: number
  /** Loads the previous page, if there is one. */
  loadNewer: () => void
  reload: () => void
}

/** A view of the library, newest first, page by page; new results are merged on top without reloading all pages. */
export function useLibrary(view: LibraryView): Library {
  const { trash, search, starred, collection } = view
  const client = useQueryClient()
  const currentView = useMemo(
    () => ({ trash, search, starred, collection }),
    [trash, search, starred, collection],
  )
  const key = useMemo(() => libraryKey(currentView), [currentView])
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => readPage(currentView, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: search === '' ? Infinity : 60_000,
    placeholderData: (previous: InfiniteData<LibraryPage, string | null> | undefined) => previous,
  })
  const { loadNext } = usePageLoader(query)
  useEffect(() => {
    const refresh = makeRefresher(client, currentView)
    refresh()
    return bridge().onEvent(({ type }) => {
      if (type === 'library.changed') refresh()
    })
  }, [client, currentView])
  const tiles = useMemo(() => query.data?.pages.flatMap((page) => page.tiles) ?? [], [query.data])
  const first = query.data?.pages[0]
  return {
    tiles,
    total: first?.total ?? 0,
    bytes: first?.bytes ?? 0,
    isLoading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: loadNext,
    newerCount: 0,
    loadNewer: () => undefined,
    reload: () => void query.refetch(),
  }
}

interface LibraryEnd {
  /** The view from its oldest result; undefined while it is not shown. */
  library: Library | undefined
  /** Loads and shows the last page without the pages between. */
  show: () => void
  /** Returns to the newest results. */
  leave: () => void
}

const LAST_PAGE: EndCursor = { before: null, after: null }

const endQueryOptions = (view: LibraryView) =>
  infiniteQueryOptions({
    queryKey: libraryEndKey(view),
    queryFn: ({ pageParam }) => readEndPage(view, pageParam),
    initialPageParam: LAST_PAGE,
    getNextPageParam: ({ next }): EndCursor | null => (next === null ? null : { before: next }),
    getPreviousPageParam: ({ previous }): EndCursor | null =>
      previous ? { before: null, after: previous } : null,
    staleTime: Infinity,
  })

/** A view of the library read from its oldest result upwards, page by page. */
export function useLibraryEnd({ trash, search, starred, collection }: LibraryView): LibraryEnd {
  const client = useQueryClient()
  const options = useMemo(
    () => endQueryOptions({ trash, search, starred, collection }),
    [trash, search, starred, collection],
  )
  const viewKey = hashKey(options.queryKey)
  const [shownKey, setShownKey] = useState<string>()
  const isShown = shownKey === viewKey
  const query = useInfiniteQuery({ ...options, enabled: isShown })
  const { loadNext, loadPrevious } = usePageLoader(query)
  const { refetch } = query
  useEffect(() => {
    if (!isShown) return
    // One request at a time; changes in the meantime are requested afterwards.
    const refresh = () => void refetch({ cancelRefetch: false })
    return bridge().onEvent(({ type }) => {
      if (type === 'library.changed') refresh()
    })
  }, [isShown, refetch])
  const tiles = useMemo(() => query.data?.pages.flatMap((page) => page.tiles) ?? [], [query.data])
  const first = query.data?.pages[0]
  const total = first?.total ?? 0
  const show = async (): Promise<void> => {
    try {
      await client.fetchInfiniteQuery({ ...options, staleTime: 0 })
      setShownKey(viewKey)
    } catch (error) {
      showProblem(error)
    }
  }
  const library: Library = {
    tiles,
    total,
    bytes: first?.bytes ?? 0,
    isLoading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: loadNext,
    newerCount: query.hasPreviousPage ? Math.max(1, total - tiles.length) : 0,
    loadNewer: loadPrevious,
    reload: () => void refetch(),
  }
  return {
    library: isShown && tiles.length > 0 ? library : undefined,
    show: () => void show(),
    leave: () => setShownKey(undefined),
  }
}

/** If more pages than this are new, the cached ones are dropped. */
const MAX_PAGES = 50

/** Reads pages from the top until they overlap with the cached ones. */
const readNewPages = async (view: LibraryView, cached: LibraryPage[]): Promise<LibraryPage[]> => {
  const newPages: LibraryPage[] = []
  for (let before: string | null = null; newPages.length < MAX_PAGES;) {
    const page = await readPageInBackground(view, before)
    newPages.push(page)
    const merged = mergeNewPages(cached, newPages)
    if (merged !== undefined) return merged
    before = page.next
  }
  return newPages
}

const toPageParams = (pages: LibraryPage[]): (string | null)[] => [
  null,
  ...pages.slice(0, -1).map(({ next }) => next),
]

/** Creates a function that refreshes the top of a view: one run at a time, followed by one more if requested meanwhile. */
const makeRefresher = (client: QueryClient, view: LibraryView): (() => void) => {
  let isBusy = false
  let isPending = false
  const key = libraryKey(view)
  const run = async (): Promise<void> => {
    const cached = client.getQueryData<LibraryPages>(key)
    if (cached === undefined) return
    const pages = await readNewPages(view, cached.pages)
    // The merge would drop pages fetched in the meantime, so it starts again with them.
    if (client.getQueryData<LibraryPages>(key) !== cached) isPending = true
    else client.setQueryData<LibraryPages>(key, { pages, pageParams: toPageParams(pages) })
  }
  const refresh = (): void => {
    if (isBusy) {
      isPending = true
      return
    }
    isBusy = true
    isPending = false
    run()
      // The shown pages stay; the next change refreshes them.
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
        if (isPending) refresh()
      })
  }
  return refresh
}

/**
 * Merges fresh first pages into the cached pages: new tiles appear, deleted tiles within their range disappear, older pages
 * stay. Undefined if they don't overlap, so that the next page must be read first.
 */
export const mergeNewPages = (pages: LibraryPage[], newPages: LibraryPage[]): LibraryPage[] | undefined => {
  const lastNewPage = newPages.at(-1)
  if (lastNewPage === undefined || lastNewPage.next === null) return newPages
  const lastId = lastNewPage.tiles.at(-1)?.id
  const overlapIndex = pages.findIndex(({ tiles }) => tiles.some(({ id }) => id === lastId))
  if (overlapIndex === -1) return undefined
  const tail = pages.slice(overlapIndex).map((page, index) => {
    const tiles =
      index > 0 ? page.tiles : page.tiles.slice(page.tiles.findIndex(({ id }) => id === lastId) + 1)
    return { ...page, tiles }
  })
  const { total, bytes } = lastNewPage
  return [...newPages, ...tail.filter(({ tiles }) => tiles.length > 0)].map((page) => ({
    ...page,
    total,
    bytes,
  }))
}
