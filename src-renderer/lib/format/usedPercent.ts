import type { Budget } from '../../../src-preload/contract/types/money.ts'

/** How much of a limit is used or reserved, in percent, rounded down. */
export const usedPercent = ({ used, reserved, cap }: Pick<Budget, 'used' | 'reserved' | 'cap'>): number =>
  Math.floor((100 * (used + reserved)) / cap)
