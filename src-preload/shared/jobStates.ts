import type { JobState } from '../contract/types/job.ts'

/** States that the queue shows: unfinished jobs, and those that wait for the user's decision. */
export const OPEN_STATES: readonly JobState[] = [
  'queued',
  'sending',
  'running',
  'saving',
  'uncertain',
  'vanished',
  'unsaved',
]

/** Final states without a result. A retry takes the place of a job in one of them. */
export const REPLACEABLE_STATES: readonly JobState[] = ['failed', 'rejected', 'cancelled']

export const isOpen = (state: JobState): boolean => OPEN_STATES.includes(state)

export const isReplaceable = (state: JobState): boolean => REPLACEABLE_STATES.includes(state)
