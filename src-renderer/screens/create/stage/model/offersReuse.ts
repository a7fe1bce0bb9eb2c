import type { JobState } from '../../../../../src-preload/contract/types/job.ts'

const STATES: ReadonlySet<JobState> = new Set(['rejected', 'failed', 'cancelled', 'closed'])

/** Whether the card of an ended job itself offers to use its settings again. */
export const offersReuse = (state: JobState): boolean => STATES.has(state)
