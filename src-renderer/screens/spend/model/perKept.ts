import type { SpendSums } from '../../../../src-preload/contract/types/spend.ts'

const MICRO = 1000

/** Completed amount per starred result, rounded to a millionth of a dollar; null if there is none. */
export const perKept = ({ settled, kept }: SpendSums): number | null =>
  kept > 0 ? Math.round(settled.amount / kept / MICRO) * MICRO : null
