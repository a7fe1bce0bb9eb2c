import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { libraryKey, type LibraryView, readPage } from '../../../widgets/library/libraryPages.ts'
import type { LibraryPage } from '../../../widgets/library/mergeHead.ts'
import { makeRefresher } from '../../../widgets/library/refreshHead.ts'

export interface Library {
  tiles: Tile[]
  /** Of the whole view, loaded or not. */
  total: number
  bytes: number
  loading: boolean
  /** What is shown still answers the view before. */
  stale: boolean
  error: Error | null
  hasMore: boolean
  loadingMore: boolean
  more: () => void
  /** How many there are above the first one held: it may be read from the end. */
  above: number
  /** Reads upwards, where there is something above. */
  newer: () => void
  reload: () => void
}

/** One view of the library, newest first, page by page; arrivals are laid on top without reading all again. */
export function useLibrary(view: LibraryView): Library {
  const { trash, search, starred, collection } = view
  const client = useQueryClient()
  const looked = useMemo(() => ({ trash, search, starred, collection }), [trash, search, starred, collection])
  const key = useMemo(() => libraryKey(looked), [looked])
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => readPage(looked, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: search === '' ? Infinity : 60_000,
    placeholderData: (before: InfiniteData<LibraryPage, string | null> | undefined) => before,
  })
  useEffect(() => {
    const refresh = makeRefresher(client, looked)
    refresh()
    return bridge().onEvent(({ type }) => {
      if (type === 'library.changed') refresh()
    })
  }, [client, looked])
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
