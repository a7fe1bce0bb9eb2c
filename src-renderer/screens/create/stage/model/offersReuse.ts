import type { JobState } from '../../../../../src-preload/contract/types/job.ts'

const STATES: ReadonlySet<JobState> = new Set(['rejected', 'failed', 'cancelled', 'closed'])

/** Whether the card of a job in this state already has a button to use its parameters. */
export const offersReuse = (state: JobState): boolean => STATES.has(state)
