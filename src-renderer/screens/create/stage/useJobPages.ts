import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { call } from '../../../host/call.ts'
import { isReplaceable } from '../../../../src-preload/shared/jobStates.ts'

export interface JobPages {
  jobs: Job[]
  loading: boolean
  error: Error | null
  hasMore: boolean
  more: () => void
  reload: () => void
}

/** Jobs newest first, page by page; `host/events` merges changes into the cached pages. */
export function useJobPages(scope: 'open' | 'recent', limit: number): JobPages {
  const query = useInfiniteQuery({
    // Pages are cached in another shape than a single response, so under another key.
    queryKey: ['jobs.list', { scope, limit, pages: true }],
    queryFn: ({ pageParam }) => call('jobs.list', { scope, limit, before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const jobs = useMemo(
    () => collapseRetries(query.data?.pages.flatMap((page) => page.jobs) ?? []),
    [query.data],
  )
  return {
    jobs,
    loading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    more: () => {
      if (!query.isFetching) void query.fetchNextPage()
    },
    reload: () => void query.refetch(),
  }
}

/** Shows the latest retry in the position of the job it replaces, if that has no result. */
export function collapseRetries(jobs: readonly Job[]): Job[] {
  const replaceable = new Set(jobs.flatMap(({ id, state }) => (isReplaceable(state) ? [id] : [])))
  const retries = new Map(
    jobs.flatMap((job) =>
      job.replaces !== null && replaceable.has(job.replaces) ? [[job.replaces, job]] : [],
    ),
  )
  const latest = (job: Job): Job => {
    const retry = retries.get(job.id)
    return retry ? latest(retry) : job
  }
  return jobs.flatMap((job) => (job.replaces !== null && replaceable.has(job.replaces) ? [] : [latest(job)]))
}
