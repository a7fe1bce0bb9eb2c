import type { Budget } from '../../src-preload/contract/types/money.ts'

/** How much of a limit is used or reserved, in percent, rounded down. */
export const usedPercent = ({ used, held, cap }: Pick<Budget, 'used' | 'held' | 'cap'>): number =>
  Math.floor((100 * (used + held)) / cap)
