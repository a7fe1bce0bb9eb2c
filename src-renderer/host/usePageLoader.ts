import { useEffect, useState } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Pause before a page is requested again after a failure. */
const RETRY_PAUSE_MS = 5_000

type PagedQuery = Pick<
  UseInfiniteQueryResult,
  | 'isFetching'
  | 'isError'
  | 'errorUpdatedAt'
  | 'hasNextPage'
  | 'hasPreviousPage'
  | 'fetchNextPage'
  | 'fetchPreviousPage'
>

/**
 * Returns functions that load the next and the previous page of a list. The list may call them after each render: they do nothing
 * without such a page, during a request, and for some seconds after a failed one.
 */
export function usePageLoader(query: PagedQuery): { loadNext: () => void; loadPrevious: () => void } {
  const { isFetching, isError, errorUpdatedAt, hasNextPage, hasPreviousPage } = query
  /** The time of the last failure whose pause is over. */
  const [retriedErrorAt, setRetriedErrorAt] = useState<number>()
  const isPaused = isError && retriedErrorAt !== errorUpdatedAt
  useEffect(() => {
    if (!isPaused) return
    const timer = setTimeout(() => setRetriedErrorAt(errorUpdatedAt), RETRY_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isPaused, errorUpdatedAt])
  const canRequest = !isFetching && !isPaused
  return {
    loadNext: () => {
      if (canRequest && hasNextPage) void query.fetchNextPage()
    },
    loadPrevious: () => {
      if (canRequest && hasPreviousPage) void query.fetchPreviousPage()
    },
  }
}
