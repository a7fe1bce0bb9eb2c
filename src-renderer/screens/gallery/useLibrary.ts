import { useEffect, useMemo, useState } from 'react'
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../host/bridge.ts'
import { showProblem } from '../../host/problemOf.ts'
import {
  type EndCursor,
  libraryEndKey,
  libraryKey,
  type LibraryView,
  readEndPage,
  readPage,
  type LibraryPage,
  type LibraryPages,
  readDetachedPage,
} from '../../widgets/library/libraryPages.ts'

export interface Library {
  tiles: Tile[]
  /** Number of results in the view, loaded or not. */
  total: number
  bytes: number
  loading: boolean
  error: Error | null
  hasMore: boolean
  more: () => void
  /** Number of results above the first loaded one, if the view is read from its end. */
  above: number
  /** Loads the previous page, if there is one. */
  newer: () => void
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
    loading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    above: 0,
    newer: () => undefined,
    reload: () => void query.refetch(),
  }
}

interface LibraryEnd {
  /** The view from its end, while it is shown. */
  library: Library | undefined
  /** Loads and shows the last page without the pages between. */
  go: () => void
  /** Returns to the newest results. */
  leave: () => void
}

const LAST_PAGE: EndCursor = { before: null, after: null }

const optionsOf = (view: LibraryView) =>
  infiniteQueryOptions({
    queryKey: libraryEndKey(view),
    queryFn: ({ pageParam }) => readEndPage(view, pageParam),
    initialPageParam: LAST_PAGE,
    getNextPageParam: ({ next }): EndCursor | null => (next === null ? null : { before: next }),
    getPreviousPageParam: ({ newer }): EndCursor | null => (newer ? { before: null, after: newer } : null),
    staleTime: Infinity,
  })

/** A view of the library read from its oldest result upwards, page by page. */
export function useLibraryEnd({ trash, search, starred, collection }: LibraryView): LibraryEnd {
  const client = useQueryClient()
  const options = useMemo(
    () => optionsOf({ trash, search, starred, collection }),
    [trash, search, starred, collection],
  )
  const viewKey = options.queryKey.join(' ')
  const [shownKey, setShownKey] = useState<string>()
  const isShown = shownKey === viewKey
  const query = useInfiniteQuery({ ...options, enabled: isShown })
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
  const go = async (): Promise<void> => {
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
    loading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    above: query.hasPreviousPage ? Math.max(1, total - tiles.length) : 0,
    newer: () => {
      if (query.hasPreviousPage && !query.isFetching) void query.fetchPreviousPage()
    },
    reload: () => void refetch(),
  }
  return {
    library: isShown && tiles.length > 0 ? library : undefined,
    go: () => void go(),
    leave: () => setShownKey(undefined),
  }
}

/** With more new pages it is cheaper to start over. */
const MAX_PAGES = 50

/** Reads pages from the top until they overlap with the cached ones. */
const readHead = async (view: LibraryView, cached: LibraryPage[]): Promise<LibraryPage[]> => {
  const heads: LibraryPage[] = []
  for (let before: string | null = null; heads.length < MAX_PAGES;) {
    const page = await readDetachedPage(view, before)
    heads.push(page)
    const merged = mergeHead(cached, heads)
    if (merged !== undefined) return merged
    before = page.next
  }
  return heads
}

const paramsOf = (pages: LibraryPage[]): (string | null)[] => [
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
    const pages = await readHead(view, cached.pages)
    // The merge would drop pages fetched in the meantime, so it starts again with them.
    if (client.getQueryData<LibraryPages>(key) !== cached) isPending = true
    else client.setQueryData<LibraryPages>(key, { pages, pageParams: paramsOf(pages) })
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
export const mergeHead = (pages: LibraryPage[], heads: LibraryPage[]): LibraryPage[] | undefined => {
  const lastHead = heads.at(-1)
  if (lastHead === undefined || lastHead.next === null) return heads
  const lastId = lastHead.tiles.at(-1)?.id
  const overlapIndex = pages.findIndex(({ tiles }) => tiles.some(({ id }) => id === lastId))
  if (overlapIndex === -1) return undefined
  const tail = pages.slice(overlapIndex).map((page, index) => {
    const tiles =
      index > 0 ? page.tiles : page.tiles.slice(page.tiles.findIndex(({ id }) => id === lastId) + 1)
    return { ...page, tiles }
  })
  const { total, bytes } = lastHead
  return [...heads, ...tail.filter(({ tiles }) => tiles.length > 0)].map((page) => ({
    ...page,
    total,
    bytes,
  }))
}
