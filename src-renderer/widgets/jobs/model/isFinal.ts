import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** The service said that the same request would fail again. */
export const isFinal = ({ problem }: Pick<Job, 'problem'>): boolean => problem?.params?.['retryable'] === 'no'
