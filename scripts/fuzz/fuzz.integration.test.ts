import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'

test('20,000 hostile inputs cause no crash, hang or leak', async () => {
  const { violations, byTarget, succeeded, statuses } = await fuzz({ count: 20_000, seed: 9 })
  expect(violations).toEqual([])
  expect(Object.keys(byTarget).toSorted()).toEqual([
    'calls',
    'documents',
    'http',
    'media',
    'overrides',
    'service',
  ])
  // Otherwise the calls would be rejected before reaching a handler. Some routes need a desktop, or a state that random calls rarely reach.
  const calls = Object.values(succeeded)
  expect(calls.filter((count) => count > 0).length / calls.length).toBeGreaterThan(0.75)
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '403', '404', 'WebSocket response', 'WebSocket closed 1003']),
  )
})
