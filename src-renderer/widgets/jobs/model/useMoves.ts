import { useCallback, useRef } from 'react'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { type JobMove, moveJobs } from './moveJobs.ts'

type Pages = InfiniteData<RouteOutput<'queue.page'>>
export type Move = 'front' | 'back' | 'up' | 'down' | { before: string }

/** Returns a function that moves an unsent job within its siblings or to an end of the queue, with an optimistic update. */
export function useMoves(): (job: Job, siblings: readonly Job[], move: Move) => void {
  const client = useQueryClient()
  const pendingMoves = useRef(0)
  const { mutateAsync } = useApiMutation('queue.move')
  return useCallback(
    (job, siblings, move) => {
      const input = inputOf(job, siblings, move)
      if (!input) return
      pendingMoves.current++
      void client.cancelQueries({ queryKey: ['queue.page'] })
      client.setQueriesData<Pages>({ queryKey: ['queue.page'] }, (data) => data && moveJobs(data, input))
      const refresh = () => {
        if (--pendingMoves.current === 0) void client.invalidateQueries({ queryKey: ['queue.page'] })
      }
      void mutateAsync(input).then(refresh, refresh)
    },
    [client, mutateAsync],
  )
}

/** The input of `queue.move`; undefined if the job is already there. */
function inputOf(job: Job, siblings: readonly Job[], move: Move): JobMove | undefined {
  const index = siblings.findIndex(({ id }) => id === job.id)
  const [before, after, first] = [siblings[index - 1], siblings[index + 1], siblings[0]]
  if (typeof move === 'object') return move.before === job.id ? undefined : { ids: [job.id], to: move }
  if (move === 'up') return before && { ids: [job.id], to: { before: before.id } }
  // Moves the next job up instead, so that a step down never leaves the group.
  if (move === 'down') return after && { ids: [after.id], to: { before: job.id } }
  return move === 'front' && first?.id === job.id ? undefined : { ids: [job.id], to: move }
}
