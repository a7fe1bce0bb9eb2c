import { expect, test } from 'vitest'
import { makeJob } from '../../../screens/queue/testing/makeJob.ts'
import { standingJobs } from './standingJobs.ts'

const ids = (...jobs: ReturnType<typeof makeJob>[]) => standingJobs(jobs).map(({ id }) => id)

test('one made again stands where the one that failed stood, however often it was', () => {
  const third = makeJob({ id: 'third', replaces: 'second', state: 'running' })
  const second = makeJob({ id: 'second', replaces: 'first', state: 'failed' })
  const first = makeJob({ id: 'first', state: 'failed' })
  expect(ids(third, second, makeJob({ id: 'other' }), first)).toEqual(['other', 'third'])
})

test('a saved one keeps its place beside the one made again from it', () => {
  const again = makeJob({ id: 'again', replaces: 'saved', state: 'running' })
  expect(ids(again, makeJob({ id: 'saved', state: 'saved' }))).toEqual(['again', 'saved'])
})

test('one whose forerunner is not in the list stands by itself', () => {
  expect(ids(makeJob({ id: 'again', replaces: 'elsewhere' }))).toEqual(['again'])
})
