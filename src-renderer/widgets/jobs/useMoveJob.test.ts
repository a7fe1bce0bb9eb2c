import { expect, test } from 'vitest'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { reorderPages } from './useMoveJob.ts'

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

test('moves jobs to the front, behind the last unsent job, and before another job', () => {
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
