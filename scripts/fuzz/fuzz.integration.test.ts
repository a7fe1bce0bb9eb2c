import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'

test('20,000 hostile answers, calls, addresses and documents break, freeze and leak nothing', async () => {
  const { breaches, byTarget, answered, statuses } = await fuzz({ count: 20_000, seed: 9 })
  expect(breaches).toEqual([])
  expect(Object.keys(byTarget).toSorted()).toEqual([
    'calls',
    'documents',
    'http',
    'media',
    'service',
    'settings',
  ])
  // Else the calls would be refused before any handler saw them.
  expect(Object.keys(answered).filter((route) => answered[route] === 0).length).toBeLessThan(15)
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '403', '404']))
})
