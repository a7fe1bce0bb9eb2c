import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** Whether the call definitely failed; after a lost connection or an internal error, it may have been executed. */
export const isDefiniteFailure = ({ code }: Pick<Problem, 'code'>): boolean =>
  code !== 'studio_lost' && code !== 'internal'
