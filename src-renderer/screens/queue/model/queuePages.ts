import { useEffect, useMemo } from 'react'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import { call } from '../../../host/call.ts'
import { mergeIntoQueries } from '../../../host/queryClient.ts'
import { usePageLoader } from '../../../host/usePageLoader.ts'
import { onJobsChanged } from '../../../host/events.ts'
import { isReplaceable, isOpen } from '../../../../src-preload/shared/jobStates.ts'

interface QueuePages {
  jobs: Job[]
  /** Total number, loaded or not. */
  total: number
  isLoading: boolean
  /** Why no jobs are loaded. Null after a failed refetch, because the loaded jobs stay. */
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  reload: () => void
}

const PAGE_SIZE = 200

interface Options {
  /** If false, requests nothing and returns no jobs. */
  enabled?: boolean
  /** Identifies the list on screen, whose later requests supersede earlier ones. */
  listId?: string
}

/** Jobs of the queue that match a filter, page by page. */
export function useQueuePages(filter: QueueFilter, { enabled = true, listId }: Options = {}): QueuePages {
  const query = useInfiniteQuery({
    queryKey: ['queue.page', filter],
    queryFn: async ({ pageParam }) => ({
      ...(await call('queue.page', {
        filter,
        cursor: pageParam,
        limit: PAGE_SIZE,
        ...(listId && { listId }),
      })),
      filter,
    }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    enabled,
  })
  const { data } = query
  const { loadNext } = usePageLoader(query)
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
    isLoading: enabled && query.isPending,
    error: enabled && data === undefined ? query.error : null,
    hasMore: enabled && query.hasNextPage,
    loadMore: loadNext,
    reload: () => void query.refetch(),
  }
}

/** The ids of all jobs that match a filter, in the order of its list; those that aren't loaded come from the studio. */
export async function listIds(
  filter: QueueFilter,
  { jobs, hasMore }: Pick<QueuePages, 'jobs' | 'hasMore'>,
): Promise<string[]> {
  return hasMore ? (await call('queue.ids', { filter })).ids : jobs.map(({ id }) => id)
}

/** Pages of the queue, each with its filter. */
type FilteredPages = InfiniteData<RouteOutput<'queue.page'> & { filter: QueueFilter }>

/**
 * Merges changed jobs into the pages of one filter: replaces known ones, removes those that no longer match or were retried, and
 * adds new ones after the unsent ones. New unsent jobs are left out until the next fetch, because only the studio knows their
 * position, and so are jobs of pages that aren't loaded.
 */
export function mergeJobsIntoPages(data: FilteredPages, changed: readonly Job[]): FilteredPages {
  const filter = data.pages[0]?.filter ?? {}
  const changedById = new Map(changed.map((job) => [job.id, job]))
  const retried = new Set(changed.flatMap(({ replaces }) => replaces ?? []))
  const known = new Set<string>()
  const removed = new Set<string>()
  const pages = data.pages.map((page) => ({
    ...page,
    jobs: page.jobs.flatMap((job) => {
      const updated = changedById.get(job.id)
      known.add(job.id)
      if (!updated && !(retried.has(job.id) && isReplaceable(job.state))) return [job]
      if (updated && matches(updated, filter)) return [updated]
      removed.add(job.id)
      return []
    }),
  }))
  const oldest = oldestLoaded(data)
  const added = changed
    .filter(
      (job) =>
        !known.has(job.id) && job.state !== 'queued' && job.createdAt >= oldest && matches(job, filter),
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const [first, ...rest] = pages
  if (!first) return data
  const firstSent = first.jobs.findIndex(({ state }) => state !== 'queued')
  const insertAt = firstSent === -1 ? first.jobs.length : firstSent
  const jobs = [...first.jobs.slice(0, insertAt), ...added, ...first.jobs.slice(insertAt)]
  const total = Math.max(0, first.total - removed.size + added.length)
  return { ...data, pages: [{ ...first, jobs, total }, ...rest] }
}

/** When the oldest loaded job after the unsent ones was created; older ones are on pages that aren't loaded. */
function oldestLoaded({ pages }: FilteredPages): number {
  if (pages.at(-1)?.next === null) return Number.NEGATIVE_INFINITY
  const sent = pages.flatMap(({ jobs }) => jobs.filter(({ state }) => state !== 'queued'))
  return Math.min(...sent.map(({ createdAt }) => createdAt))
}

function matches(job: Job, { states, batch, search }: QueueFilter): boolean {
  const allowedStates: readonly JobState[] | undefined = states
  if (allowedStates ? !allowedStates.includes(job.state) : !isOpen(job.state)) return false
  if (batch !== undefined && (job.batch ?? null) !== batch) return false
  return !search || job.title.toLowerCase().includes(search.trim().toLowerCase())
}

/** Minimum interval between refreshes of the sums while jobs change. */
const REFRESH_MS = 600

/** While the queue is on screen: merges changed jobs into its pages, and refreshes the sums. */
export function useQueueUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasUnknownPosition = false
    const unsubscribe = onJobsChanged((changed) => {
      const unsent = changed.filter(({ state }) => state === 'queued')
      if (unsent.length > 0) hasUnknownPosition ||= !arePositionsKnown(client, unsent)
      mergeIntoQueries<FilteredPages>(client, ['queue.page'], (data) => mergeJobsIntoPages(data, changed))
      timer ??= setTimeout(() => {
        timer = undefined
        for (const route of [
          'queue.summary',
          'queue.selection',
          'queue.results',
          'batches.list',
          'budgets.get',
          'progress.estimates',
        ])
          void client.invalidateQueries({ queryKey: [route] })
        if (hasUnknownPosition) void client.invalidateQueries({ queryKey: ['queue.page'] })
        hasUnknownPosition = false
      }, REFRESH_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client])
}

/** Whether all these unsent jobs are on loaded pages. The position of any other one must be requested from the studio. */
function arePositionsKnown(client: QueryClient, jobs: readonly Job[]): boolean {
  const known = new Set(
    client
      .getQueriesData<FilteredPages>({ queryKey: ['queue.page'] })
      .flatMap(([, data]) => data?.pages.flatMap((page) => page.jobs) ?? [])
      .flatMap(({ id, state }) => (state === 'queued' ? [id] : [])),
  )
  return jobs.every(({ id }) => known.has(id))
}

/** Sent or being sent, or finished at the service but not on disk yet. */
export const ACTIVE_STATES: JobState[] = ['sending', 'running', 'saving']
/** Missing at the service, or finished but not saved yet. Uncertain jobs are shown above the list instead. */
export const UNRESOLVED_STATES: JobState[] = ['vanished', 'unsaved']
export const ENDED_STATES: JobState[] = ['saved', 'failed', 'rejected', 'cancelled', 'closed']

export const ALL_STATES: JobState[] = [
  'queued',
  ...ACTIVE_STATES,
  ...UNRESOLVED_STATES,
  'uncertain',
  ...ENDED_STATES,
]

/** The states that each filter shows; `all` shows every job in groups. */
export const QUEUE_VIEWS = {
  all: null,
  waiting: ['queued'],
  running: ACTIVE_STATES,
  attention: ['uncertain', 'vanished', 'unsaved', 'failed', 'rejected'],
  saved: ['saved'],
} as const satisfies Record<string, readonly JobState[] | null>
export type QueueView = keyof typeof QUEUE_VIEWS
export const VIEW_NAMES: readonly QueueView[] = ['all', 'waiting', 'running', 'attention', 'saved']
