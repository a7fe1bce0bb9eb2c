import { JOB_STATES, type JobState } from '../../../../src-preload/contract/types/job.ts'

/** The allowed transitions of a job. States without one are final. */
export const nextStates: Record<JobState, readonly JobState[]> = {
  queued: ['sending', 'cancelled'],
  sending: ['running', 'rejected', 'queued', 'uncertain'],
  running: ['saving', 'failed', 'vanished'],
  saving: ['saved', 'unsaved'],
  uncertain: ['running', 'closed'],
  vanished: ['running', 'closed'],
  unsaved: ['saving'],
  saved: [],
  rejected: [],
  cancelled: [],
  failed: [],
  closed: [],
}

/** States from which `to` may be reached. */
export const statesBefore = (to: JobState): JobState[] =>
  JOB_STATES.filter((state) => nextStates[state].includes(to))

/** States that the queue shows: open jobs, and those that wait for a decision of the user. */
export const openStates: readonly JobState[] = [
  'queued',
  'sending',
  'running',
  'saving',
  'uncertain',
  'vanished',
  'unsaved',
]
