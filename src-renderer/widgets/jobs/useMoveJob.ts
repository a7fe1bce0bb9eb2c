import { useCallback, useRef } from 'react'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput, RouteInput } from '../../../src-preload/contract/routes.ts'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'

type Pages = InfiniteData<RouteOutput<'queue.page'>>
export type Move = 'front' | 'back' | 'up' | 'down' | { before: string }

/**
 * Returns a function that moves an unsent job, with an optimistic update: one position up or down among `siblings`, in front of
 * a given job, or to the front or back of the queue. It resolves to whether the job was moved, and shows why if that failed.
 */
export function useMoveJob(): (job: Job, siblings: readonly Job[], move: Move) => Promise<boolean> {
  const client = useQueryClient()
  const pendingMoves = useRef(0)
  const { mutateAsync } = useApiMutation('queue.move')
  return useCallback(
    async (job, siblings, move) => {
      const input = moveInput(job, siblings, move)
      if (!input) return false
      pendingMoves.current++
      void client.cancelQueries({ queryKey: ['queue.page'] })
      client.setQueriesData<Pages>({ queryKey: ['queue.page'] }, (data) => data && reorderPages(data, input))
      try {
        const { moved } = await mutateAsync(input)
        return moved > 0
      } catch {
        return false
      } finally {
        if (--pendingMoves.current === 0) void client.invalidateQueries({ queryKey: ['queue.page'] })
      }
    },
    [client, mutateAsync],
  )
}

/** The input of `queue.move`; undefined if the job is already there. */
function moveInput(job: Job, siblings: readonly Job[], move: Move): JobMove | undefined {
  const index = siblings.findIndex(({ id }) => id === job.id)
  const [previous, next, first] = [siblings[index - 1], siblings[index + 1], siblings[0]]
  if (typeof move === 'object') return move.before === job.id ? undefined : { ids: [job.id], to: move }
  if (move === 'up') return previous && { ids: [job.id], to: { before: previous.id } }
  // Moves the next job up instead, so that a step down never leaves the group.
  if (move === 'down') return next && { ids: [next.id], to: { before: job.id } }
  return move === 'front' && first?.id === job.id ? undefined : { ids: [job.id], to: move }
}

/** Moves jobs by id. */
type JobMove = Extract<RouteInput<'queue.move'>, { ids: string[] }>

/** Optimistic update of the cached queue pages after a move; only unsent jobs move. */
export function reorderPages(data: Pages, { ids, to }: JobMove): Pages {
  const movedIds = new Set(ids)
  const allJobs = data.pages.flatMap(({ jobs }) => jobs)
  const movedJobs = allJobs.filter((job) => movedIds.has(job.id) && job.state === 'queued')
  if (movedJobs.length === 0) return data
  const others = allJobs.filter((job) => !movedJobs.includes(job))
  // Single jobs are sent before those of batches, so a job moves among jobs of its kind.
  const peerIndexes = others.flatMap((job, index) =>
    job.state === 'queued' && Boolean(job.batch) === Boolean(movedJobs[0]?.batch) ? [index] : [],
  )
  const [firstPeer = 0, lastPeer = -1] = [peerIndexes.at(0), peerIndexes.at(-1)]
  const target = typeof to === 'object' ? others.findIndex(({ id }) => id === to.before) : -1
  const index = target >= 0 ? target : to === 'back' ? lastPeer + 1 : firstPeer
  const reordered = [...others.slice(0, index), ...movedJobs, ...others.slice(index)]
  let start = 0
  const pages = data.pages.map((page) => {
    const jobs = reordered.slice(start, start + page.jobs.length)
    start += page.jobs.length
    return { ...page, jobs }
  })
  return { ...data, pages }
}
