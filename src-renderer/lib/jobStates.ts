import type { JobState } from '../../src-preload/contract/types/job.ts'

const OPEN: ReadonlySet<JobState> = new Set([
  'queued',
  'sending',
  'running',
  'saving',
  'uncertain',
  'vanished',
  'unsaved',
])

/** Open jobs, and those that wait for a decision of the user. */
export const isOpen = (state: JobState): boolean => OPEN.has(state)

const REPLACEABLE: ReadonlySet<JobState> = new Set(['failed', 'rejected', 'cancelled'])

/** States without a result; a retry replaces such a job. */
export const isReplaceable = (state: JobState): boolean => REPLACEABLE.has(state)
