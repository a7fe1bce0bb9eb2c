import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { bridge } from '../../../host/bridge.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import {
  type EndPlace,
  libraryEndKey,
  type LibraryView,
  readEndPage,
} from '../../../widgets/library/libraryPages.ts'
import type { Library } from './useLibrary.ts'

interface LibraryEnd {
  /** The view from its end, while that is what is looked at. */
  library: Library | undefined
  /** Reads the last page, and nothing between, then shows it. */
  go: () => void
  /** Back to the newest. */
  leave: () => void
}

/** The last page. */
const LAST: EndPlace = { before: null, after: null }

const optionsOf = (view: LibraryView) =>
  infiniteQueryOptions({
    queryKey: libraryEndKey(view),
    queryFn: ({ pageParam }) => readEndPage(view, pageParam),
    initialPageParam: LAST,
    getNextPageParam: ({ next }): EndPlace | null => (next === null ? null : { before: next }),
    getPreviousPageParam: ({ newer }): EndPlace | null => (newer ? { before: null, after: newer } : null),
    staleTime: Infinity,
  })

/** A view of the library from its oldest result upwards, page by page, beside the one from its newest downwards. */
export function useLibraryEnd({ trash, search, starred, collection }: LibraryView): LibraryEnd {
  const client = useQueryClient()
  const options = useMemo(
    () => optionsOf({ trash, search, starred, collection }),
    [trash, search, starred, collection],
  )
  const place = options.queryKey.join(' ')
  const [shown, setShown] = useState<string>()
  const on = shown === place
  const query = useInfiniteQuery({ ...options, enabled: on })
  const { refetch } = query
  useEffect(() => {
    if (!on) return
    // One reading at a time: what changes meanwhile is asked for after it.
    const refresh = () => void refetch({ cancelRefetch: false })
    return bridge().onEvent(({ type }) => {
      if (type === 'library.changed') refresh()
    })
  }, [on, refetch])
  const tiles = useMemo(() => query.data?.pages.flatMap((page) => page.tiles) ?? [], [query.data])
  const first = query.data?.pages[0]
  const total = first?.total ?? 0
  const go = async (): Promise<void> => {
    try {
      await client.fetchInfiniteQuery({ ...options, staleTime: 0 })
      setShown(place)
    } catch (error) {
      const { what, next } = problemMessage(problemOf(error))
      toasts.getState().show({ tone: 'bad', words: [what, next].filter(Boolean).join(' ') })
    }
  }
  const library: Library = {
    tiles,
    total,
    bytes: first?.bytes ?? 0,
    loading: query.isPending,
    stale: false,
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
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
    library: on && tiles.length > 0 ? library : undefined,
    go: () => void go(),
    leave: () => setShown(undefined),
  }
}
