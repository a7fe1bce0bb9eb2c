import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Whether the service never accepted the job: nothing was charged, and it has no duration. */
export const wasFree = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'rejected' || state === 'cancelled'
