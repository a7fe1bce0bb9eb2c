import { expect, test } from 'vitest'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { moveInput, reorderPages } from './useMoveJobs.ts'

const job = (id: string, over = {}) => makeJob({ id, ...over })
const data = {
  pages: [
    { jobs: [job('a'), job('b')], next: 'x', total: 5 },
    { jobs: [job('c'), job('r', { state: 'running' })], next: null, total: 5 },
  ],
  pageParams: [null, 'x'],
}
const order = (to: Parameters<typeof reorderPages>[1]['to'], ...ids: string[]) =>
  reorderPages(data, { ids, to })
    .pages.map(({ jobs }) => jobs.map(({ id }) => id).join(''))
    .join('|')

test('jobs can be moved to the front, behind the last unsent job, and before another job', () => {
  expect(order('front', 'c')).toBe('ca|br')
  expect(order('back', 'a')).toBe('bc|ar')
  expect(order({ before: 'b' }, 'c')).toBe('ac|br')
  expect(order({ before: 'a' }, 'b', 'c')).toBe('bc|ar')
})

test('a job that was sent in the meantime is not moved', () => {
  expect(order('front', 'r')).toBe('ab|cr')
})

test('a batch job moves to the front of the batch jobs, not of the queue', () => {
  const mixed = {
    pages: [{ jobs: [job('i'), job('x', { batch: 'k' }), job('y', { batch: 'k' })], next: null, total: 3 }],
    pageParams: [null],
  }
  const [page] = reorderPages(mixed, { ids: ['y'], to: 'front' }).pages
  expect(page?.jobs.map(({ id }) => id)).toEqual(['i', 'y', 'x'])
})

const siblings = ['a', 'b', 'c', 'd', 'e'].map((id) => job(id))

test('several jobs move one step up or down together, without leaving their group', () => {
  expect(moveInput(['c', 'd'], siblings, 'up')).toEqual({ ids: ['c', 'd'], to: { before: 'b' } })
  expect(moveInput(['b', 'd'], siblings, 'down')).toEqual({ ids: ['c', 'e'], to: { before: 'b' } })
  expect(moveInput(['a', 'b'], siblings, 'up')).toBeUndefined()
  expect(moveInput(['d', 'e'], siblings, 'down')).toBeUndefined()
})

test('jobs dropped on one of them stay where they are', () => {
  expect(moveInput(['b', 'd'], siblings, { before: 'd' })).toBeUndefined()
  expect(moveInput(['b', 'd'], siblings, { before: 'a' })).toEqual({ ids: ['b', 'd'], to: { before: 'a' } })
})
