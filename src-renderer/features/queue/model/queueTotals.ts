import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { isActive } from './isActive.ts'

export interface QueueTotals {
  waiting: number
  running: number
  uncertain: number
  /** Sum of the quotes of everything not finished, in nano-dollars. */
  toCome: Money
  /** Unfinished jobs without a quote, which the sum leaves out. */
  unpriced: number
}

const TO_COME: ReadonlySet<JobState> = new Set(['queued', 'sending', 'running'])

export const queueTotals = (jobs: readonly Job[]): QueueTotals => {
  const totals = { waiting: 0, running: 0, uncertain: 0, toCome: 0, unpriced: 0 }
  for (const { state, price } of jobs) {
    if (state === 'queued') totals.waiting++
    else if (state === 'uncertain') totals.uncertain++
    else if (isActive(state)) totals.running++
    if (!TO_COME.has(state)) continue
    if (price === null) totals.unpriced++
    else totals.toCome += price
  }
  return totals
}
