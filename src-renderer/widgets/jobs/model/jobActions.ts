import type { JobState } from '../../../../src-preload/contract/types/job.ts'

export type JobAction = 'cancel' | 'try_again' | 'repeat'

/** Actions on a job in this state; the decisions about `uncertain` jobs are elsewhere. */
const ACTIONS: Partial<Record<JobState, JobAction>> = {
  queued: 'cancel',
  vanished: 'try_again',
  unsaved: 'try_again',
  failed: 'repeat',
  rejected: 'repeat',
  cancelled: 'repeat',
}

export const jobAction = (state: JobState): JobAction | undefined => ACTIONS[state]
