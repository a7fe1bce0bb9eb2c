import { JOB_STATES, type JobState } from '../../../src-preload/contract/types/job.ts'

/** The only ways a job may go. States with no way out are terminal and never reopen. */
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

/** What the queue shows: work under way and whatever waits for a user's decision. */
export const openStates: readonly JobState[] = [
  'queued',
  'sending',
  'running',
  'saving',
  'uncertain',
  'vanished',
  'unsaved',
]
