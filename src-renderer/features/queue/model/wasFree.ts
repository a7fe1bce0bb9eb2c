import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Never accepted by the service: its quote was not paid, and what it took to refuse it is no working time. */
export const wasFree = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'rejected' || state === 'cancelled'
