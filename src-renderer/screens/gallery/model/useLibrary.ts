import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import {
  libraryKey,
  type LibraryView,
  readPage,
  type LibraryPage,
} from '../../../widgets/library/libraryPages.ts'
import { makeRefresher } from '../../../widgets/library/refreshHead.ts'

export interface Library {
  tiles: Tile[]
  /** Number of results in the view, loaded or not. */
  total: number
  bytes: number
  loading: boolean
  /** Whether the shown data belongs to the previous view. */
  stale: boolean
  error: Error | null
  hasMore: boolean
  loadingMore: boolean
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
    stale: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    above: 0,
    newer: () => undefined,
    reload: () => void query.refetch(),
  }
}
