import { useQuery } from '@tanstack/react-query'
import type { Times } from '../../../../src-preload/contract/types/work.ts'
import { call } from '../../../host/call.ts'

/** The time left changes without an event. */
const INTERVAL_MS = 2000

/** Expected times of the open work, from the studio's history. */
export function useExpectedTimes(): Times | undefined {
  const { data } = useQuery({
    queryKey: ['work.times', undefined],
    queryFn: () => call('work.times', undefined),
    staleTime: INTERVAL_MS / 2,
    // Without open work nothing is refreshed until an event.
    refetchInterval: ({ state }) => (state.data?.usual.length === 0 && !state.data.all ? false : INTERVAL_MS),
  })
  return data
}
