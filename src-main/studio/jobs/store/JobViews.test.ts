import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { ChangeFeed } from './JobViews.ts'

function feed() {
  const clock = fakeClock()
  const reported: string[][] = []
  return {
    clock,
    reported,
    feed: new ChangeFeed({ clock, log: memoryLog() }, (ids) => void reported.push(ids)),
  }
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

test('changes that could not be reported are reported a second later, with the changes since then', async () => {
  const clock = fakeClock()
  const log = memoryLog()
  const reported: string[][] = []
  let isBroken = true
  const changes = new ChangeFeed({ clock, log }, (ids) => {
    if (isBroken) throw new Error('disk I/O error')
    reported.push(ids)
  })
  changes.jobChanged('a')
  await clock.advance(100)
  expect(log.lines).toMatchObject([{ level: 'error' }])
  isBroken = false
  changes.jobChanged('b')
  await clock.advance(1000)
  expect(reported).toEqual([['a', 'b']])
})

test('a closed feed reports nothing more', async () => {
  const { clock, reported, feed: changes } = feed()
  changes.jobChanged('a')
  changes.close()
  await clock.advance(1000)
  expect(reported).toEqual([])
})
