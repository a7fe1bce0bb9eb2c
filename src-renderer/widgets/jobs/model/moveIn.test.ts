import { expect, test } from 'vitest'
import { makeJob } from '../../../screens/queue/testing/makeJob.ts'
import { moveIn } from './moveIn.ts'

const job = (id: string, over = {}) => makeJob({ id, ...over })
const data = {
  pages: [
    { jobs: [job('a'), job('b')], next: 'x', total: 5 },
    { jobs: [job('c'), job('r', { state: 'running' })], next: null, total: 5 },
  ],
  pageParams: [null, 'x'],
}
const order = (to: Parameters<typeof moveIn>[1]['to'], ...ids: string[]) =>
  moveIn(data, { ids, to })
    .pages.map(({ jobs }) => jobs.map(({ id }) => id).join(''))
    .join('|')

test('to the front, to the back of what is unsent, and before another', () => {
  expect(order('front', 'c')).toBe('ca|br')
  expect(order('back', 'a')).toBe('bc|ar')
  expect(order({ before: 'b' }, 'c')).toBe('ac|br')
  expect(order({ before: 'a' }, 'b', 'c')).toBe('bc|ar')
})

test('what was sent meanwhile stays', () => {
  expect(order('front', 'r')).toBe('ab|cr')
})

test('the front is that of its own lane', () => {
  const mixed = {
    pages: [{ jobs: [job('i'), job('x', { batch: 'k' }), job('y', { batch: 'k' })], next: null, total: 3 }],
    pageParams: [null],
  }
  const [page] = moveIn(mixed, { ids: ['y'], to: 'front' }).pages
  expect(page?.jobs.map(({ id }) => id)).toEqual(['i', 'y', 'x'])
})
