import { useQuery } from '@tanstack/react-query'
import type { Times, DurationRange } from '../../../../src-preload/contract/types/progress.ts'
import { call } from '../../../host/call.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Pause between two requests of the expected times, which change without an event. */
const INTERVAL_MS = 2000

/** Expected times of open jobs and batches, from the studio's history. */
export function useExpectedTimes(): Times | undefined {
  const { data } = useQuery({
    queryKey: ['progress.estimates', undefined],
    queryFn: () => call('progress.estimates', undefined),
    staleTime: INTERVAL_MS / 2,
    // Without open jobs nothing is refreshed until an event.
    refetchInterval: ({ state }) => (state.data?.usual.length === 0 && !state.data.all ? false : INTERVAL_MS),
  })
  return data
}

/** The usual duration of jobs with the same connection, task and model; undefined if there were too few. */
export const usualDurationOf = (
  times: Times | undefined,
  { connection, operation, model }: Job,
): DurationRange | undefined =>
  times?.usual.find(
    (entry) =>
      entry.connectionId === connection.id && entry.operation === operation && entry.model === model.slug,
  )?.span

/** The time left after `elapsed` ms; null if the job already takes longer than usual. */
export function remainingTime(span: DurationRange | undefined, elapsed: number): DurationRange | null {
  if (!span || elapsed >= span[1]) return null
  return [Math.max(0, span[0] - elapsed), span[1] - elapsed]
}
