import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { onJobs } from '../../../host/receiveJobs.ts'
import { mergeQueue, type FilteredPages } from './mergeQueue.ts'

/** Sums are read again at most this often while jobs change. */
const SUMS_MS = 600

/** While the queue is on screen: lays changed jobs over its pages, and keeps the sums of batches and of the whole fresh. */
export function useQueueLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onJobs((changed) => {
      client.setQueriesData<FilteredPages>(
        { queryKey: ['queue.page'] },
        (data) => data && mergeQueue(data, changed),
      )
      const unplaced = changed.some(({ state }) => state === 'queued')
      timer ??= setTimeout(() => {
        timer = undefined
        for (const route of ['queue.summary', 'batches.list', 'budgets.get'])
          void client.invalidateQueries({ queryKey: [route] })
        if (unplaced) void client.invalidateQueries({ queryKey: ['queue.page'] })
      }, SUMS_MS)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [client])
}
