import { expect, test } from 'vitest'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { collapseRetries } from './useJobPages.ts'

const ids = (...jobs: ReturnType<typeof makeJob>[]) => collapseRetries(jobs).map(({ id }) => id)

test('the last of several retries takes the place of the first failed job', () => {
  const third = makeJob({ id: 'third', replaces: 'second', state: 'running' })
  const second = makeJob({ id: 'second', replaces: 'first', state: 'failed' })
  const first = makeJob({ id: 'first', state: 'failed' })
  expect(ids(third, second, makeJob({ id: 'other' }), first)).toEqual(['other', 'third'])
})

test('a saved job stays next to its retry', () => {
  const again = makeJob({ id: 'again', replaces: 'saved', state: 'running' })
  expect(ids(again, makeJob({ id: 'saved', state: 'saved' }))).toEqual(['again', 'saved'])
})

test('a retry whose original is not in the list is shown', () => {
  expect(ids(makeJob({ id: 'again', replaces: 'elsewhere' }))).toEqual(['again'])
})
