import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Jobs that the service never accepted: their quote was not paid, and they have no duration. */
export const wasFree = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'rejected' || state === 'cancelled'
