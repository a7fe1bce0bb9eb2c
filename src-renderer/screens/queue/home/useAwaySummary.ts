import { useEffect } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AwaySpan, Away } from '../../../../src-preload/contract/types/queue.ts'
import { onJobs } from '../../../host/receiveJobs.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { useMarkSeen } from './useMarkSeen.ts'

const INTERVAL_MS = 600

/** Outcomes since the user last saw the queue, refreshed while jobs of the last session are still in progress. */
export function useAwaySummary(): Away | null | undefined {
  const client = useQueryClient()
  const { data: first } = useApiQuery('queue.away', undefined, { staleTime: Infinity })
  const awaySpan: AwaySpan | undefined = first ? { since: first.since, until: first.until } : undefined
  const { data: current } = useApiQuery('queue.away', awaySpan, {
    enabled: awaySpan !== undefined && first?.underWay !== 0,
    staleTime: Infinity,
  })
  useMarkSeen(first !== undefined)
  const away = (awaySpan && current) ?? first
  const hasOpenJobs = (away?.underWay ?? 0) > 0
  useEffect(() => (hasOpenJobs ? followJobs(client) : undefined), [client, hasOpenJobs])
  return away
}

/** Refreshes the summary while jobs change, at most once per interval; returns an unsubscribe function. */
function followJobs(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = onJobs(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      void client.invalidateQueries({
        predicate: ({ queryKey: [route, input] }) => route === 'queue.away' && input !== undefined,
      })
    }, INTERVAL_MS)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}
