import type { Problem } from '../../../../../src-preload/contract/types/problem.ts'

/** Problems that recur with the same plan. */
const PLAN_PROBLEMS: ReadonlySet<string> = new Set([
  'batch_too_large',
  'wildcard_cycle',
  'wildcard_missing',
  'variant_broken',
  'table_broken',
  'column_missing',
  'pairs_uneven',
  'pair_missing',
])

/** Whether only a change of the plan can help, so that a retry is useless. */
export const needsChange = ({ code }: Problem): boolean => PLAN_PROBLEMS.has(code)
