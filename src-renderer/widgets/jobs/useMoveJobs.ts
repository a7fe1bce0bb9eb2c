import { useCallback, useRef } from 'react'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput, RouteInput } from '../../../src-preload/contract/routes.ts'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'

type Pages = InfiniteData<RouteOutput<'queue.page'>>
export type Move = 'front' | 'back' | 'up' | 'down' | { before: string }

/**
 * Returns a function that moves unsent jobs, with an optimistic update: one position up or down among `siblings`, in
 * front of a given job, or to the front or back of the queue. It resolves to the number of moved jobs; 0 after a
 * failure, which is shown.
 */
export function useMoveJobs(): (
  ids: readonly string[],
  siblings: readonly Job[],
  move: Move,
) => Promise<number> {
  const client = useQueryClient()
  const pendingMoves = useRef(0)
  const { mutateAsync } = useApiMutation('queue.move')
  return useCallback(
    async (ids, siblings, move) => {
      const input = moveInput(ids, siblings, move)
      if (!input) return 0
      pendingMoves.current++
      void client.cancelQueries({ queryKey: ['queue.page'] })
      client.setQueriesData<Pages>({ queryKey: ['queue.page'] }, (data) => data && reorderPages(data, input))
      try {
        const { moved } = await mutateAsync(input)
        // A step down moves the jobs below instead.
        return move === 'down' && moved > 0 ? ids.length : moved
      } catch {
        return 0
      } finally {
        if (--pendingMoves.current === 0) void client.invalidateQueries({ queryKey: ['queue.page'] })
      }
    },
    [client, mutateAsync],
  )
}

/** The input of `queue.move`; undefined if the jobs are already there. A step closes gaps between them. */
export function moveInput(ids: readonly string[], siblings: readonly Job[], move: Move): JobMove | undefined {
  const moving = new Set(ids)
  if (typeof move === 'object') return moving.has(move.before) ? undefined : { ids: [...ids], to: move }
  const first = siblings.findIndex(({ id }) => moving.has(id))
  const last = siblings.findLastIndex(({ id }) => moving.has(id))
  const [previous, next] = [siblings[first - 1], siblings[last + 1]]
  if (move === 'up') {
    const own = siblings.filter(({ id }) => moving.has(id))
    return previous && { ids: own.map(({ id }) => id), to: { before: previous.id } }
  }
  if (move === 'down') {
    // Moves the other jobs up instead, so that a step down never leaves `siblings`.
    const others = siblings.slice(first, last + 2).filter(({ id }) => !moving.has(id))
    const top = siblings[first]
    return next && top && { ids: others.map(({ id }) => id), to: { before: top.id } }
  }
  const isFirst = ids.length === 1 && siblings[0]?.id === ids[0]
  return move === 'front' && isFirst ? undefined : { ids: [...ids], to: move }
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
  // Single jobs are sent before those of batches, so a job moves among those of its kind.
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
