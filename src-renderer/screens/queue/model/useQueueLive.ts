import { useEffect } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { mergeIntoQueries } from '../../../host/mergeIntoQueries.ts'
import { onJobs } from '../../../host/receiveJobs.ts'
import { mergeQueue, type FilteredPages } from './mergeQueue.ts'

/** Minimum interval between refreshes of the sums while jobs change. */
const REFRESH_MS = 600

/** While the queue is on screen: merges changed jobs into its pages, and refreshes the sums. */
export function useQueueLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasUnknownPosition = false
    const unsubscribe = onJobs((changed) => {
      const waiting = changed.filter(({ state }) => state === 'queued')
      if (waiting.length > 0) hasUnknownPosition ||= !arePositionsKnown(client, waiting)
      mergeIntoQueries<FilteredPages>(client, ['queue.page'], (data) => mergeQueue(data, changed))
      timer ??= setTimeout(() => {
        timer = undefined
        for (const route of ['queue.summary', 'batches.list', 'budgets.get', 'work.times'])
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

/** Whether the positions of unsent jobs are known; only the studio knows others. */
function arePositionsKnown(client: QueryClient, jobs: readonly Job[]): boolean {
  const known = new Set(
    client
      .getQueriesData<FilteredPages>({ queryKey: ['queue.page'] })
      .flatMap(([, data]) => data?.pages.flatMap((page) => page.jobs) ?? [])
      .flatMap(({ id, state }) => (state === 'queued' ? [id] : [])),
  )
  return jobs.every(({ id }) => known.has(id))
}
