import type { PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'
import type { Issue } from '../../../../../src-preload/contract/types/problem.ts'

const LIMITS: ReadonlySet<Issue['code']> = new Set([
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'too_few',
])

/** Whether rows are invalid only because of limits of the model. */
export const areLimits = (rows: readonly PreviewRow[]): boolean =>
  rows.every(({ issues }) => issues.every(({ code }) => LIMITS.has(code)))
