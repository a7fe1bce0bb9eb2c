import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Grid } from '../../../../src-preload/contract/types/grid.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { call } from '../../../host/call.ts'
import { onJobs } from '../../../host/receiveJobs.ts'
import { mergeGrid } from './mergeGrid.ts'

/** Asked for anew at most this often while jobs arrive whose place is not known. */
const AGAIN_MS = 1000

/** The grid of a batch, kept up while its jobs run. */
export function useGrid(id: string): { grid: Grid | undefined; error: Error | null; again: () => void } {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['batches.grid', { id }],
    queryFn: () => readGrid(id),
    staleTime: 0,
    // Thousands of jobs, of which unchanged ones are the same objects already.
    structuralSharing: false,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onJobs((changed) => {
      const queryKey = ['batches.grid', { id }]
      const old = client.getQueryData<Grid>(queryKey)
      if (!old) return
      const { grid, unplaced } = mergeGrid(old, changed)
      if (grid !== old) client.setQueryData(queryKey, grid)
      if (!unplaced) return
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey })
      }, AGAIN_MS)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [client, id])
  return { grid: data, error, again: () => void refetch() }
}

/** The grid with the jobs that changed while it was read: its response may be older than they are. */
async function readGrid(id: string): Promise<Grid> {
  const changed: Job[] = []
  const end = onJobs((jobs) => changed.push(...jobs))
  try {
    const grid = await call('batches.grid', { id })
    return mergeGrid(grid, changed).grid
  } finally {
    end()
  }
}
