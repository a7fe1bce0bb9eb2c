import type { JobState } from '../../../../src-preload/contract/types/job.ts'

const ACTIVE: ReadonlySet<JobState> = new Set(['sending', 'running', 'saving'])

/** Whether a job is sent or being sent, and its result isn't on disk yet. */
export const isActive = (state: JobState): boolean => ACTIVE.has(state)
