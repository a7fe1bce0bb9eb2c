import { expect, test } from 'vitest'
import { retryUntilDone } from './retryUntilDone.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'

function world(failures: number) {
  const clock = fakeClock()
  let tries = 0
  const end = retryUntilDone({ clock, log: memoryLog() }, () => {
    tries++
    if (tries <= failures) throw new Error('database or disk is full')
  })
  return { clock, end, tries: () => tries }
}

test('what fails is tried again until it is done, and then no more', async () => {
  const { clock, tries } = world(3)
  await clock.advance(60_000)
  expect(tries()).toBe(4)
})

test('an end in between ends the trying', async () => {
  const { clock, end, tries } = world(3)
  end()
  await clock.advance(60_000)
  expect(tries()).toBe(1)
})
