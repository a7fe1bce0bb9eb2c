import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SpendJob, SpendRow } from '../../../../src-preload/contract/types/spend.ts'
import { call } from '../../../host/call.ts'
import type { SpendView } from './periods.ts'

interface SpendJobs {
  /** The row of the report; undefined while loading. */
  row: SpendRow | undefined
  from: string
  to: string
  jobs: SpendJob[]
  error: Error | null
  hasMore: boolean
  more: () => void
  reload: () => void
}

const LIMIT = 100

/** The jobs of one row of the report, page by page. */
export function useSpendJobs(view: SpendView, key: string): SpendJobs {
  const query = useInfiniteQuery({
    queryKey: ['spend.jobs', view, key],
    queryFn: ({ pageParam }) => call('spend.jobs', { ...view, key, before: pageParam, limit: LIMIT }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { data } = query
  // A job that moved between requests may be on two pages.
  const jobs = useMemo(
    () => [
      ...new Map(data?.pages.flatMap((page) => page.jobs.map((job) => [job.id, job] as const))).values(),
    ],
    [data],
  )
  const [first] = data?.pages ?? []
  return {
    row: first?.row,
    from: first?.from ?? '',
    to: first?.to ?? '',
    jobs,
    error: query.error,
    hasMore: query.hasNextPage,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    reload: () => void query.refetch(),
  }
}
