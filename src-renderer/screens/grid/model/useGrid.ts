import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Grid } from '../../../../src-preload/contract/types/grid.ts'
import { call } from '../../../host/call.ts'
import { mergeIntoQueries } from '../../../host/mergeIntoQueries.ts'
import { onJobs } from '../../../host/receiveJobs.ts'
import { mergeGrid } from './mergeGrid.ts'

/** The grid is fetched at most this often while jobs with unknown positions change. */
const REFETCH_MS = 1000

/** The grid of a batch, updated while its jobs run. */
export function useGrid(id: string): { grid: Grid | undefined; error: Error | null; retry: () => void } {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['batches.grid', { id }],
    queryFn: () => call('batches.grid', { id }),
    staleTime: 0,
    // Comparing thousands of jobs is slow, and unchanged ones are the same objects anyway.
    structuralSharing: false,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const queryKey = ['batches.grid', { id }]
    const scheduleRefetch = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey })
      }, REFETCH_MS)
    }
    const unsubscribe = onJobs((changed) =>
      mergeIntoQueries<Grid>(client, queryKey, (old) => {
        const { grid, unplaced } = mergeGrid(old, changed)
        if (unplaced) scheduleRefetch()
        return grid
      }),
    )
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client, id])
  return { grid: data, error, retry: () => void refetch() }
}
