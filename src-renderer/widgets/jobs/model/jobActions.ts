import type { JobState } from '../../../../src-preload/contract/types/job.ts'

export type JobAction = 'cancel' | 'try_again' | 'repeat'

/** The main action on a job by its state; `uncertain` jobs have `UncertainJobActions`. */
const ACTIONS: Partial<Record<JobState, JobAction>> = {
  queued: 'cancel',
  vanished: 'try_again',
  unsaved: 'try_again',
  failed: 'repeat',
  rejected: 'repeat',
  cancelled: 'repeat',
}

export const jobAction = (state: JobState): JobAction | undefined => ACTIONS[state]
