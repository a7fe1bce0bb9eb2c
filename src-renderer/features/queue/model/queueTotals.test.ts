import { describe, expect, it } from 'vitest'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import { makeJob } from '../testing/makeJob.ts'
import { queueTotals } from './queueTotals.ts'

describe('queueTotals', () => {
  it('counts what waits, what runs and what is uncertain', () => {
    const states: JobState[] = [
      'queued',
      'sending',
      'running',
      'saving',
      'saved',
      'uncertain',
      'failed',
      'closed',
    ]
    const totals = queueTotals(states.map((state) => makeJob({ state, price: 1_000 })))
    expect(totals).toEqual({ waiting: 1, running: 3, uncertain: 1, toCome: 3_000, unpriced: 0 })
  })

  it('says how many quotes its sum lacks', () => {
    const jobs = [makeJob({ state: 'queued', price: null }), makeJob({ state: 'running', price: 4_213_000 })]
    expect(queueTotals(jobs)).toMatchObject({ toCome: 4_213_000, unpriced: 1 })
  })
})
