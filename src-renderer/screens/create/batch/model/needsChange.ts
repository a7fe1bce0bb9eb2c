import type { Problem } from '../../../../../src-preload/contract/types/problem.ts'

/** What stays for the same plan, however often it is asked about. */
const OF_THE_PLAN: ReadonlySet<string> = new Set([
  'batch_too_large',
  'wildcard_cycle',
  'wildcard_missing',
  'variant_broken',
  'table_broken',
  'column_missing',
  'pairs_uneven',
  'pair_missing',
])

/** Whether only a changed plan helps: it is checked again with each change, so no button is needed. */
export const needsChange = ({ code }: Problem): boolean => OF_THE_PLAN.has(code)
