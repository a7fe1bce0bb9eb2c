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

/** Not at rest, or waiting for a decision of the user. */
export const isOpen = (state: JobState): boolean => OPEN.has(state)

const GIVES_PLACE: ReadonlySet<JobState> = new Set(['failed', 'rejected', 'cancelled'])

/** Came to nothing: one made again from it takes its place. */
export const givesPlace = (state: JobState): boolean => GIVES_PLACE.has(state)
