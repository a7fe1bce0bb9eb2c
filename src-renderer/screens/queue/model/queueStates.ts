import type { JobState } from '../../../../src-preload/contract/types/job.ts'

/** Sent or being sent, or finished at the service but not on disk yet. */
export const ACTIVE_STATES: JobState[] = ['sending', 'running', 'saving']
/** Missing at the service, or not saved yet. Uncertain jobs are shown above the list instead. */
export const UNRESOLVED_STATES: JobState[] = ['vanished', 'unsaved']
export const ENDED_STATES: JobState[] = ['saved', 'failed', 'rejected', 'cancelled', 'closed']

export const ALL_STATES: JobState[] = [
  'queued',
  ...ACTIVE_STATES,
  ...UNRESOLVED_STATES,
  'uncertain',
  ...ENDED_STATES,
]

/** The states that each filter shows; `all` shows every job in groups. */
export const QUEUE_VIEWS = {
  all: null,
  waiting: ['queued'],
  running: ACTIVE_STATES,
  attention: ['uncertain', 'vanished', 'unsaved', 'failed', 'rejected'],
  saved: ['saved'],
} as const satisfies Record<string, readonly JobState[] | null>
export type QueueView = keyof typeof QUEUE_VIEWS
export const VIEW_NAMES: readonly QueueView[] = ['all', 'waiting', 'running', 'attention', 'saved']
