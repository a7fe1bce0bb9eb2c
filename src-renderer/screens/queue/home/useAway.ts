import { useEffect } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AwaySpan, Away } from '../../../../src-preload/contract/types/queue.ts'
import { onJobs } from '../../../host/receiveJobs.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { useSeen } from './useSeen.ts'

const AGAIN_MS = 600

/** What happened since the user last looked, refreshed while jobs of the last session still end. */
export function useAway(): Away | null | undefined {
  const client = useQueryClient()
  const { data: first } = useRoute('queue.away', undefined, { staleTime: Infinity })
  const awaySpan: AwaySpan | undefined = first ? { since: first.since, until: first.until } : undefined
  const { data: now } = useRoute('queue.away', awaySpan, {
    enabled: awaySpan !== undefined && first?.underWay !== 0,
    staleTime: Infinity,
  })
  useSeen(first !== undefined)
  const away = (awaySpan && now) ?? first
  const more = (away?.underWay ?? 0) > 0
  useEffect(() => (more ? followJobs(client) : undefined), [client, more])
  return away
}

/** Refreshes a summary while jobs change, at most once per interval; returns the end of it. */
function followJobs(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = onJobs(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      void client.invalidateQueries({
        predicate: ({ queryKey: [route, input] }) => route === 'queue.away' && input !== undefined,
      })
    }, AGAIN_MS)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}
