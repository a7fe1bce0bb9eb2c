import type { Money } from '../../../src-preload/contract/types/money.ts'
import { dataOf } from './dataOf.ts'
import { nanoDollars } from './nanoDollars.ts'

/** The account's balance (facts.md §5), wrapped in `data` or not; an overdrawn one reads as 0, an unreadable one as null. */
export const readBalance = (json: unknown): Money | null => {
  const balance = dataOf(json)?.balance
  const overdrawn = typeof balance === 'number' ? balance < 0 : /^-[\d.]+$/.test(String(balance))
  return overdrawn ? 0 : nanoDollars(balance)
}
