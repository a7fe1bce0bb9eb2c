import type { SpendSums } from '../../../../src-preload/contract/types/spend.ts'
import type { Cell } from './SpendCells.ts'
import { addMoney } from '../moneySums.ts'

const none = () => ({ jobs: 0, amount: 0 })

export const emptySums = (): SpendSums => ({
  quoted: none(),
  settled: none(),
  running: none(),
  uncertain: none(),
  unconfirmed: none(),
  refunded: none(),
  kept: 0,
})

/** Adds a cell to the sums it belongs to. */
export function addCell(sums: SpendSums, { kind, jobs, amount }: Cell): void {
  if (kind === 'kept') sums.kept += jobs
  else {
    sums[kind].jobs += jobs
    sums[kind].amount = addMoney(sums[kind].amount, amount)
  }
}

/** Quotes of what was accepted or may have been. */
export const usedOf = ({ settled, running, uncertain }: SpendSums): number =>
  settled.amount + running.amount + uncertain.amount
