import { expect, test } from 'vitest'
import { SimClock } from '../../jobs/simulation/SimClock.ts'
import { createMonotonicClock } from './createMonotonicClock.ts'

const HOUR = 3_600_000

test('continues when the wall clock is set back, and includes sleep', () => {
  const simClock = new SimClock()
  const clock = createMonotonicClock(simClock.ofSession(() => false))
  const before = clock.now()
  simClock.setBack(HOUR)
  expect(clock.now()).toBe(before)
  expect(clock.aheadMs()).toBe(HOUR)
  simClock.sleep(2 * HOUR)
  expect(clock.now()).toBe(before + 2 * HOUR)
})

test('detects from a timer that fires early that the wall clock was set back', async () => {
  const simClock = new SimClock()
  const clock = createMonotonicClock(simClock.ofSession(() => false))
  const before = clock.now()
  const times: number[] = []
  clock.after(60_000, () => times.push(clock.now()))
  await simClock.advance(30_000)
  simClock.setBack(HOUR)
  await simClock.advance(30_000)
  expect(times).toEqual([before + 60_000])
})

test('stays a whole number of milliseconds ahead after a timer with a fractional delay', async () => {
  const simClock = new SimClock()
  const clock = createMonotonicClock(simClock.ofSession(() => false))
  clock.after(60_000.4, () => {})
  simClock.setBack(HOUR)
  await simClock.advance(60_001)
  expect(Number.isInteger(clock.aheadMs())).toBe(true)
})
