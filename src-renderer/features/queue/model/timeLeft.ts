import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Span, Times } from '../../../../src-preload/contract/types/work.ts'

/** What such jobs usually take; undefined where there is too little history. */
export const usualOf = (times: Times | undefined, { connection, operation, model }: Job): Span | undefined =>
  times?.usual.find(
    (one) => one.connectionId === connection.id && one.operation === operation && one.model === model.slug,
  )?.span

/** What is left of it after `elapsed`; null once it takes longer than its like usually does. */
export function leftOf(span: Span | undefined, elapsed: number): Span | null {
  if (!span || elapsed >= span[1]) return null
  return [Math.max(0, span[0] - elapsed), span[1] - elapsed]
}
