import { describe, expect, it } from 'vitest'
import { makeJob } from '../testing/makeJob.ts'
import { leftOf, usualOf } from './timeLeft.ts'

describe('usualOf', () => {
  const about = { connectionId: 'c', operation: 'txt2img', model: 'aurora' }
  const times = {
    usual: [
      { ...about, connectionId: 'other', span: [1, 2] as [number, number] },
      { ...about, operation: 'img2img', span: [3, 4] as [number, number] },
      { ...about, span: [5, 6] as [number, number] },
    ],
    batches: [],
    all: null,
  }
  it('is that of the same model and task on the same connection', () => {
    expect(usualOf(times, makeJob())).toEqual([5, 6])
    expect(usualOf(times, makeJob({ model: { slug: 'new', name: 'New' } }))).toBeUndefined()
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
