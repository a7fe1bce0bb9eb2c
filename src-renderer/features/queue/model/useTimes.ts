import { useQuery } from '@tanstack/react-query'
import type { Times } from '../../../../src-preload/contract/types/work.ts'
import { call } from '../../../host/call.ts'

/** As time goes by, what is left changes without any event. */
const EVERY_MS = 2000

/** How long what is to come takes, as the studio knows it from its history. */
export function useTimes(): Times | undefined {
  const { data } = useQuery({
    queryKey: ['work.times', undefined],
    queryFn: () => call('work.times', undefined),
    staleTime: EVERY_MS / 2,
    // With nothing to come there is nothing to ask again, until an event says otherwise.
    refetchInterval: ({ state }) => (state.data?.usual.length === 0 && !state.data.all ? false : EVERY_MS),
  })
  return data
}
