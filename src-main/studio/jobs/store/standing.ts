import type { JobState } from '../../../../src-preload/contract/types/job.ts'

/** Final states without a result: a retried job replaces one in such a state. */
export const GIVES_PLACE: readonly JobState[] = ['failed', 'rejected', 'cancelled']

/** SQL condition: a row of `jobs` that no retry replaced. */
export const STANDING = `NOT (state IN (${GIVES_PLACE.map((state) => `'${state}'`).join(', ')})
  AND EXISTS (SELECT 1 FROM jobs AS later WHERE later.replaces = jobs.id))`
