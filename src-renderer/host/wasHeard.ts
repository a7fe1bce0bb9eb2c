import type { Problem } from '../../src-preload/contract/types/problem.ts'

/** Whether the studio surely answered with no: where it was lost or broke, what was asked may be done all the same. */
export const wasHeard = ({ code }: Pick<Problem, 'code'>): boolean =>
  code !== 'studio_lost' && code !== 'internal'
