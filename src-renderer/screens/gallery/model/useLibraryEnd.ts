import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { bridge } from '../../../host/bridge.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import {
  type EndCursor,
  libraryEndKey,
  type LibraryView,
  readEndPage,
} from '../../../widgets/library/libraryPages.ts'
import type { Library } from './useLibrary.ts'

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
      const { what, next } = problemMessage(problemOf(error))
      toasts.getState().show({ tone: 'bad', text: [what, next].filter(Boolean).join(' ') })
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
    library: isShown && tiles.length > 0 ? library : undefined,
    go: () => void go(),
    leave: () => setShownKey(undefined),
  }
}
