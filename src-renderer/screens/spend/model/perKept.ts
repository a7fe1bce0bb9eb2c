import type { SpendSums } from '../../../../src-preload/contract/types/spend.ts'

const MICRO = 1000

/** What one kept result came to, all that was settled counted in, to the millionth of a dollar; null where none was kept. */
export const perKept = ({ settled, kept }: SpendSums): number | null =>
  kept > 0 ? Math.round(settled.amount / kept / MICRO) * MICRO : null
