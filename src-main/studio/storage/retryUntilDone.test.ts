import { expect, test } from 'vitest'
import { retryUntilDone } from './retryUntilDone.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'

function world(failures: number) {
  const clock = fakeClock()
  const log = memoryLog()
  let tries = 0
  const end = retryUntilDone({ clock, log }, 'Restoring the queue', () => {
    tries++
    if (tries <= failures) throw new Error('database or disk is full')
  })
  return { clock, log, end, tries: () => tries }
}

test('retries failing work until it succeeds, and then stops', async () => {
  const { clock, tries } = world(3)
  await clock.advance(60_000)
  expect(tries()).toBe(4)
})

test('stops retrying when it is cancelled', async () => {
  const { clock, end, tries } = world(3)
  end()
  await clock.advance(60_000)
  expect(tries()).toBe(1)
})

test('names the work in the log when it fails', () => {
  const { log } = world(1)
  expect(log.lines).toMatchObject([{ level: 'error', message: 'Restoring the queue failed and is retried' }])
})
