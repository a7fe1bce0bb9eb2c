import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { ChangeFeed } from './JobViews.ts'

function feed() {
  const clock = fakeClock()
  const reported: string[][] = []
  return { clock, reported, feed: new ChangeFeed(clock, (ids) => void reported.push(ids)) }
}

test('changes within 100 ms are reported together, each job once', async () => {
  const { clock, reported, feed: changes } = feed()
  for (const id of ['a', 'b', 'a']) changes.jobChanged(id)
  await clock.advance(99)
  expect(reported).toEqual([])
  await clock.advance(1)
  expect(reported).toEqual([['a', 'b']])
  changes.jobChanged('a')
  await clock.advance(100)
  expect(reported).toEqual([['a', 'b'], ['a']])
})

test('a flush reports the collected changes at once, and nothing if there are none', async () => {
  const { clock, reported, feed: changes } = feed()
  changes.flush()
  expect(reported).toEqual([])
  changes.jobChanged('a')
  changes.flush()
  expect(reported).toEqual([['a']])
  await clock.advance(1000)
  expect(reported).toEqual([['a']])
})

test('a closed feed reports nothing more', async () => {
  const { clock, reported, feed: changes } = feed()
  changes.jobChanged('a')
  changes.close()
  await clock.advance(1000)
  expect(reported).toEqual([])
})
