import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** How long a job has taken since it was sent, up to its end or to `now`; null before it was sent. */
export const tookMs = (
  { sentAt, finishedAt }: Pick<Job, 'sentAt' | 'finishedAt'>,
  now: number,
): number | null => (sentAt === null ? null : Math.max(0, (finishedAt ?? now) - sentAt))
