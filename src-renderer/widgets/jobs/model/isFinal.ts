import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Whether the service reported that the same request would fail again. */
export const isFinal = ({ problem }: Pick<Job, 'problem'>): boolean => problem?.params?.['retryable'] === 'no'
