import { describe, expect, it } from 'vitest'
import { makeJob } from '../testing/makeJob.ts'
import { historyOf, leftOf, queueLeft } from './timeLeft.ts'

const saved = (took: number, finishedAt = took) =>
  makeJob({ state: 'saved', sentAt: finishedAt - took, finishedAt, tookMs: took })

describe('historyOf', () => {
  it('is the middle half of what a model took', () => {
    const jobs = [1000, 4000, 5000, 6000, 60_000].map((took) => saved(took))
    expect(historyOf(jobs).get('aurora')).toEqual([4000, 6000])
  })
  it('says nothing after one or two jobs, nor from failed ones', () => {
    const jobs = [saved(1000), saved(2000), { ...saved(3000), state: 'failed' as const }]
    expect(historyOf(jobs).size).toBe(0)
  })
})

describe('leftOf', () => {
  it('shrinks as time goes and ends with the longest', () => {
    expect(leftOf([4000, 6000], 1000)).toEqual([3000, 5000])
    expect(leftOf([4000, 6000], 5000)).toEqual([0, 1000])
    expect(leftOf([4000, 6000], 6000)).toBeNull()
    expect(leftOf(undefined, 0)).toBeNull()
  })
})

describe('queueLeft', () => {
  it('goes by the pace of the last ends', () => {
    const jobs = Array.from({ length: 16 }, (_, n) => saved(500, 1000 * (n + 1)))
    const [from, to] = queueLeft(jobs, 60, 17_000) ?? [0, 0]
    expect(from).toBeCloseTo((60 * 16_000) / 20)
    expect(to).toBeCloseTo((60 * 16_000) / 12)
  })
  it('has no pace from a few ends or old ones', () => {
    expect(queueLeft([saved(1, 10)], 60, 20)).toBeNull()
    const old = Array.from({ length: 16 }, (_, n) => saved(500, n))
    expect(queueLeft(old, 60, 10_000_000)).toBeNull()
  })
})
