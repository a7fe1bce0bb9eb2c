import type { AlreadyKind, JobState } from '../../../src-preload/contract/types/job.ts'

const KINDS: Partial<Record<JobState, AlreadyKind>> = {
  saved: 'made',
  queued: 'coming',
  sending: 'coming',
  running: 'coming',
  saving: 'coming',
  unsaved: 'coming',
  uncertain: 'unsure',
  vanished: 'unsure',
}

/** What a job in a state is to a click of the same; null: no reason not to make it. */
export const alreadyKind = (state: JobState): AlreadyKind | null => KINDS[state] ?? null
