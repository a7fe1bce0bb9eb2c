import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** Whether the studio definitely rejected the call; after a lost connection or an internal error it may have been carried out. */
export const isDefiniteFailure = ({ code }: Pick<Problem, 'code'>): boolean =>
  code !== 'studio_lost' && code !== 'internal'
