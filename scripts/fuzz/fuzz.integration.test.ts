import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'

test('20,000 hostile answers, calls, addresses and documents break, freeze and leak nothing', async () => {
  const { breaches, byTarget, routes } = await fuzz({ count: 20_000, seed: 9 })
  expect(breaches).toEqual([])
  expect(Object.keys(byTarget).toSorted()).toEqual(['calls', 'documents', 'media', 'service'])
  // Else the calls would be refused before any handler saw them.
  expect(routes).toBeGreaterThan(20)
})
