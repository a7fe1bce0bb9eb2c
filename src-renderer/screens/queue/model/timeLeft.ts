import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Span, Times } from '../../../../src-preload/contract/types/work.ts'

/** The usual duration of such jobs; undefined with too little history. */
export const usualDuration = (
  times: Times | undefined,
  { connection, operation, model }: Job,
): Span | undefined =>
  times?.usual.find(
    (entry) =>
      entry.connectionId === connection.id && entry.operation === operation && entry.model === model.slug,
  )?.span

/** The time left after `elapsed`; null if it already takes longer than usual. */
export function remainingTime(span: Span | undefined, elapsed: number): Span | null {
  if (!span || elapsed >= span[1]) return null
  return [Math.max(0, span[0] - elapsed), span[1] - elapsed]
}
