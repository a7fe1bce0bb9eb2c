import { expect, test } from 'vitest'
import { titleOf } from './DocumentTitle.tsx'

const going = { done: 3, total: 12, part: 0.25, moving: true, trouble: false }

test('is the screen while idle', () => {
  expect(titleOf('queue', undefined)).toBe('Queue · Easel')
  const rest = { done: 0, total: 0, part: 0, moving: false, trouble: false }
  expect(titleOf('create', rest)).toBe('Create · Easel')
})

test('starts with the progress during work, in percent for a single job', () => {
  expect(titleOf('create', going)).toBe('3 of 12 · Create · Easel')
  expect(titleOf('create', { ...going, done: 0, total: 1, part: 0.425 })).toBe('42% · Create · Easel')
  expect(titleOf('create', { ...going, done: 0, total: 1, part: 0 })).toBe('0 of 1 · Create · Easel')
})

test('contains errors and a stopped queue as text', () => {
  expect(titleOf('queue', { ...going, trouble: true })).toBe('Needs attention · 3 of 12 · Queue · Easel')
  const stopped = { ...going, moving: false, trouble: true }
  expect(titleOf('queue', stopped)).toBe('Stopped at 3 of 12 · Queue · Easel')
})
