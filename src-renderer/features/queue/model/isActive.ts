import type { JobState } from '../../../../src-preload/contract/types/job.ts'

const ACTIVE: ReadonlySet<JobState> = new Set(['sending', 'running', 'saving'])

/** At work this moment: sent or being sent, its result not yet on disk. */
export const isActive = (state: JobState): boolean => ACTIVE.has(state)
