import type { JobState } from '../../../../src-preload/contract/types/job.ts'

export type JobAction = 'cancel' | 'try_again' | 'repeat'

/** What the user can do about a job in this state; the three ways out of `uncertain` have a place of their own. */
const ACTIONS: Partial<Record<JobState, JobAction>> = {
  queued: 'cancel',
  vanished: 'try_again',
  unsaved: 'try_again',
  failed: 'repeat',
  rejected: 'repeat',
  cancelled: 'repeat',
}

export const jobAction = (state: JobState): JobAction | undefined => ACTIONS[state]
