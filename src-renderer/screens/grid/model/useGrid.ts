import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Grid, GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { call } from '../../../host/call.ts'
import { mergeIntoQueries } from '../../../host/queryClient.ts'
import { onJobsChanged } from '../../../host/events.ts'

/** Minimum interval between two fetches of the grid because of changed jobs. */
const MIN_REFETCH_INTERVAL_MS = 1000

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
      }, MIN_REFETCH_INTERVAL_MS)
    }
    const unsubscribe = onJobsChanged((changed) =>
      mergeIntoQueries<Grid>(client, queryKey, (old) => {
        const { grid, isIncomplete } = mergeGrid(old, changed)
        if (isIncomplete) scheduleRefetch()
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

/** Merges changed jobs into a grid. `isIncomplete`: only the studio knows the position or the text of some of them. */
export function mergeGrid(grid: Grid, changed: readonly Job[]): { grid: Grid; isIncomplete: boolean } {
  const replacedIds = new Set(changed.map(({ replaces }) => replaces))
  // A retry takes the place of the job that it replaces.
  const ownJobs = changed.filter(({ id, batch }) => batch === grid.id && !replacedIds.has(id))
  if (ownJobs.length === 0) return { grid, isIncomplete: false }
  const indexById = new Map(grid.jobs.map(({ id }, index) => [id, index]))
  const jobs = [...grid.jobs]
  let isIncomplete = false
  for (const job of ownJobs) {
    const index = indexById.get(job.id) ?? indexById.get(job.replaces ?? '')
    const old = index === undefined ? undefined : jobs[index]
    if (index === undefined || !old) {
      isIncomplete = true
      continue
    }
    const updated = toGridJob(job, old)
    jobs[index] = updated
    isIncomplete ||= lacksExcerpt(updated)
  }
  return { grid: { ...grid, jobs }, isIncomplete }
}

/** Events of jobs don't include the text of their result. */
const lacksExcerpt = ({ asset }: GridJob): boolean => asset?.kind === 'text' && asset.excerpt === null

function toGridJob(job: Job, old: GridJob): GridJob {
  const asset = job.assets.find(({ role }) => role === 'result')
  const { id, state, progress, preview, price, seed, width, height, problem } = job
  return {
    id,
    coordinates: old.coordinates,
    labels: old.labels,
    state,
    progress,
    preview,
    price,
    seed,
    width,
    height,
    problem,
    asset: asset
      ? {
          id: asset.id,
          kind: asset.kind,
          mime: asset.mime,
          width: asset.width,
          height: asset.height,
          durationMs: asset.durationMs,
          hasThumb: asset.hasThumb,
          trashedAt: asset.trashedAt,
          excerpt: old.asset?.id === asset.id ? old.asset.excerpt : null,
        }
      : old.id === id
        ? old.asset
        : null,
  }
}
