import type { JobState } from '../../../../src-preload/contract/types/job.ts'

/** Ends that came to nothing: a job made again takes the place of one of these. */
export const GIVES_PLACE: readonly JobState[] = ['failed', 'rejected', 'cancelled']

/** SQL: a row of `jobs` that no later one has taken the place of. */
export const STANDING = `NOT (state IN (${GIVES_PLACE.map((state) => `'${state}'`).join(', ')})
  AND EXISTS (SELECT 1 FROM jobs AS later WHERE later.replaces = jobs.id))`
