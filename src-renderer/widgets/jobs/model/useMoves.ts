import { useCallback, useRef } from 'react'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useAct } from '../../../host/useAct.ts'
import { type JobMove, moveIn } from './moveIn.ts'

type Pages = InfiniteData<RouteOutput<'queue.page'>>
export type Move = 'front' | 'back' | 'up' | 'down' | { before: string }

/** Moves unsent jobs among their rows, or to an end of the queue: optimistically on screen, then at the studio. */
export function useMoves(): (job: Job, siblings: readonly Job[], move: Move) => void {
  const client = useQueryClient()
  const waiting = useRef(0)
  const { mutateAsync } = useAct('queue.move')
  return useCallback(
    (job, siblings, move) => {
      const input = inputOf(job, siblings, move)
      if (!input) return
      waiting.current++
      void client.cancelQueries({ queryKey: ['queue.page'] })
      client.setQueriesData<Pages>({ queryKey: ['queue.page'] }, (data) => data && moveIn(data, input))
      const refresh = () => {
        if (--waiting.current === 0) void client.invalidateQueries({ queryKey: ['queue.page'] })
      }
      void mutateAsync(input).then(refresh, refresh)
    },
    [client, mutateAsync],
  )
}

/** The request for the studio; undefined if the job is already there. */
function inputOf(job: Job, siblings: readonly Job[], move: Move): JobMove | undefined {
  const at = siblings.findIndex(({ id }) => id === job.id)
  const [before, after, first] = [siblings[at - 1], siblings[at + 1], siblings[0]]
  if (typeof move === 'object') return move.before === job.id ? undefined : { ids: [job.id], to: move }
  if (move === 'up') return before && { ids: [job.id], to: { before: before.id } }
  // Moves the next job above instead, so that a step down never leaves the group.
  if (move === 'down') return after && { ids: [after.id], to: { before: job.id } }
  return move === 'front' && first?.id === job.id ? undefined : { ids: [job.id], to: move }
}
