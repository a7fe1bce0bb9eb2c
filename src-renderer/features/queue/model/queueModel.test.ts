import { describe, expect, it } from 'vitest'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import { jobStates } from './jobStates.ts'
import { makeJob } from './makeJob.ts'
import { mergeJobs } from './mergeJobs.ts'
import { queueTotals } from './queueTotals.ts'

describe('queueTotals', () => {
  it('counts what waits, what runs and what is uncertain', () => {
    const totals = queueTotals(
      (Object.keys(jobStates) as JobState[]).map((state) => makeJob({ state, price: 1_000 })),
    )
    expect(totals).toEqual({ waiting: 1, running: 3, uncertain: 1, toCome: 3_000, unpriced: 0 })
  })

  it('says how many quotes its sum lacks', () => {
    const jobs = [makeJob({ state: 'queued', price: null }), makeJob({ state: 'running', price: 4_213_000 })]
    expect(queueTotals(jobs)).toMatchObject({ toCome: 4_213_000, unpriced: 1 })
  })
})

describe('mergeJobs', () => {
  const old = makeJob({ id: 'old', createdAt: 1 })
  const recent = makeJob({ id: 'recent', createdAt: 3 })

  it('replaces a changed job where it stands', () => {
    const merged = mergeJobs([recent, old], [makeJob({ id: 'old', createdAt: 1, state: 'saved' })])
    expect(merged.map(({ id, state }) => [id, state])).toEqual([
      ['recent', 'queued'],
      ['old', 'saved'],
    ])
  })

  it('puts a new job where its time belongs', () => {
    const merged = mergeJobs(
      [recent, old],
      [makeJob({ id: 'new', createdAt: 9 }), makeJob({ id: 'mid', createdAt: 2 })],
    )
    expect(merged.map(({ id }) => id)).toEqual(['new', 'recent', 'mid', 'old'])
  })
})
