import type { AlreadyKind, JobState } from '../../../../src-preload/contract/types/job.ts'

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

/** What an existing job means for another click with the same request; null: the request may be sent. */
export const alreadyKind = (state: JobState): AlreadyKind | null => KINDS[state] ?? null
