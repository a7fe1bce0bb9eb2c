import { JOB_STATES, type JobState } from '../../../../src-preload/contract/types/job.ts'
import { REPLACEABLE_STATES } from '../../../../src-preload/shared/jobStates.ts'

/** The allowed transitions of a job. States without one are final. */
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

/** SQL condition: a row of `jobs` that no retry replaced. */
export const NOT_REPLACED = `NOT (state IN (${REPLACEABLE_STATES.map((state) => `'${state}'`).join(', ')})
  AND EXISTS (SELECT 1 FROM jobs AS later WHERE later.replaces = jobs.id))`
