import { JOB_STATES, type JobState } from '../../../../src-preload/contract/types/job.ts'
import { REPLACEABLE_STATES } from '../../../../src-preload/shared/jobStates.ts'
import type { Database, Row } from '../../storage/database/Database.ts'

/** The states that may follow each state of a job. A state without next states is final. */
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

/** SQL condition: the job in a row of `jobs` was not replaced by a retry. */
export const NOT_REPLACED = `NOT (state IN (${REPLACEABLE_STATES.map((state) => `'${state}'`).join(', ')})
  AND EXISTS (SELECT 1 FROM jobs AS later WHERE later.replaces = jobs.id))`

interface NewestOptions {
  /** Selects the index: null for single jobs, an id for one batch, undefined for all jobs. `conditions` must have the same restriction. */
  batch: string | null | undefined
  /** Further SQL conditions, each after " AND "; may be empty. */
  conditions: string
  values: readonly string[]
  /** Only jobs before this `seq`. */
  before: number
  /** Only jobs after this `seq`. */
  after?: number
  limit: number
}

/**
 * The newest jobs in some states, without those that a retry replaced. Each state is a separate index seek, so that many jobs in
 * other states are not scanned.
 */
export function selectNewest(
  database: Database,
  states: readonly JobState[],
  { batch, conditions, values, before, after = 0, limit }: NewestOptions,
): Row[] {
  if (states.length === 0 || limit <= 0) return []
  const index =
    batch === null ? 'jobs_alone_by_state' : batch === undefined ? 'jobs_by_state' : 'jobs_by_batch'
  const perState = `SELECT * FROM (SELECT * FROM jobs INDEXED BY ${index} WHERE state = ? AND seq < ? AND seq > ?${conditions} AND ${NOT_REPLACED}
    ORDER BY seq DESC LIMIT ?)`
  return database.all(
    `${states.map(() => perState).join(' UNION ALL ')} ORDER BY seq DESC LIMIT ?`,
    ...states.flatMap((state) => [state, before, after, ...values, limit]),
    limit,
  )
}
