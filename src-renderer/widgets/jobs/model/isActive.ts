import type { JobState } from '../../../../src-preload/contract/types/job.ts'

const ACTIVE: ReadonlySet<JobState> = new Set(['sending', 'running', 'saving'])

/** Active jobs: sent or being sent, with the result not yet on disk. */
export const isActive = (state: JobState): boolean => ACTIVE.has(state)
