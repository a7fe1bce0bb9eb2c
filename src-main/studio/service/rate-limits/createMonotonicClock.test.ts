import { expect, test } from 'vitest'
import { SimClock } from '../../jobs/simulation/SimClock.ts'
import { createMonotonicClock } from './createMonotonicClock.ts'

const HOUR = 3_600_000

test('continues when the wall clock is set back, and includes sleep', () => {
  const truth = new SimClock()
  const clock = createMonotonicClock(truth.ofSession(() => false))
  const before = clock.now()
  truth.setBack(HOUR)
  expect(clock.now()).toBe(before)
  expect(clock.aheadMs()).toBe(HOUR)
  truth.sleep(2 * HOUR)
  expect(clock.now()).toBe(before + 2 * HOUR)
})

test('detects by a timer that the wall clock was set back', async () => {
  const truth = new SimClock()
  const clock = createMonotonicClock(truth.ofSession(() => false))
  const before = clock.now()
  const times: number[] = []
  clock.after(60_000, () => times.push(clock.now()))
  await truth.advance(30_000)
  truth.setBack(HOUR)
  await truth.advance(30_000)
  expect(times).toEqual([before + 60_000])
})

test('stays an integer ahead after a timer with a fraction of a millisecond', async () => {
  const truth = new SimClock()
  const clock = createMonotonicClock(truth.ofSession(() => false))
  clock.after(60_000.4, () => {})
  truth.setBack(HOUR)
  await truth.advance(60_001)
  expect(Number.isInteger(clock.aheadMs())).toBe(true)
})
