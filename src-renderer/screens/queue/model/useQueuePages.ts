import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import { call } from '../../../host/call.ts'

export interface QueuePages {
  jobs: Job[]
  /** Total number, loaded or not. */
  total: number
  loading: boolean
  error: Error | null
  hasMore: boolean
  more: () => void
  reload: () => void
}

const PAGE_SIZE = 200

interface Options {
  /** If false, requests nothing and returns no jobs. */
  enabled?: boolean
  /** A later filter of the same view replaces the request of an earlier one. */
  view?: string
}

/** Jobs of the queue that pass a filter, page by page. */
export function useQueuePages(filter: QueueFilter, { enabled = true, view }: Options = {}): QueuePages {
  const query = useInfiniteQuery({
    queryKey: ['queue.page', filter],
    queryFn: async ({ pageParam }) => ({
      ...(await call('queue.page', { filter, cursor: pageParam, limit: PAGE_SIZE, ...(view && { view }) })),
      filter,
    }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    enabled,
  })
  const { data } = query
  const jobs = useMemo(() => {
    if (!enabled) return []
    // A job that moved while pages were read can be on two of them.
    return [
      ...new Map(data?.pages.flatMap((page) => page.jobs.map((job) => [job.id, job] as const))).values(),
    ]
  }, [data, enabled])
  return {
    jobs,
    total: enabled ? (data?.pages[0]?.total ?? 0) : 0,
    loading: enabled && query.isPending,
    error: enabled ? query.error : null,
    hasMore: enabled && query.hasNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    reload: () => void query.refetch(),
  }
}
