import { describe, expect, it } from 'vitest'
import { makeJob } from '../testing/makeJob.ts'
import { remainingTime, usualDurationOf } from './expectedTimes.ts'

describe('usualDurationOf', () => {
  const jobType = { connectionId: 'c', operation: 'txt2img', model: 'aurora' }
  const times = {
    usual: [
      { ...jobType, connectionId: 'other', span: [1, 2] as [number, number] },
      { ...jobType, operation: 'img2img', span: [3, 4] as [number, number] },
      { ...jobType, span: [5, 6] as [number, number] },
    ],
    batches: [],
    all: null,
  }
  it('matches the model, task and connection', () => {
    expect(usualDurationOf(times, makeJob())).toEqual([5, 6])
    expect(usualDurationOf(times, makeJob({ model: { slug: 'new', name: 'New' } }))).toBeUndefined()
  })
})

describe('remainingTime', () => {
  it('decreases with the elapsed time and is null after the maximum', () => {
    expect(remainingTime([4000, 6000], 1000)).toEqual([3000, 5000])
    expect(remainingTime([4000, 6000], 5000)).toEqual([0, 1000])
    expect(remainingTime([4000, 6000], 6000)).toBeNull()
    expect(remainingTime(undefined, 0)).toBeNull()
  })
})
