import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Tone } from '../../../ui/Chip.tsx'

interface Manner {
  tone: Tone
  /** Nothing more happens by itself. */
  rest: boolean
  /** Its price may still be asked of the person. */
  toCome: boolean
}

const manner = (tone: Tone, rest: boolean, toCome: boolean): Manner => ({ tone, rest, toCome })

/** How each state of a job is shown and counted. */
export const jobStates: Record<JobState, Manner> = {
  queued: manner('quiet', false, true),
  sending: manner('accent', false, true),
  running: manner('accent', false, true),
  saving: manner('accent', false, false),
  saved: manner('ok', true, false),
  rejected: manner('bad', true, false),
  uncertain: manner('warn', true, false),
  cancelled: manner('quiet', true, false),
  failed: manner('bad', true, false),
  vanished: manner('warn', true, false),
  unsaved: manner('warn', true, false),
  closed: manner('quiet', true, false),
}

export const isAtRest = (job: Pick<Job, 'state'>): boolean => jobStates[job.state].rest
