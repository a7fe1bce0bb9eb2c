import { expect, test } from 'vitest'
import { SimClock } from '../../jobs/simulation/SimClock.ts'
import { monotonicClock } from './monotonicClock.ts'

const HOUR = 3_600_000

test('goes on from where it was when the wall clock is set back, and follows a sleep', () => {
  const truth = new SimClock()
  const clock = monotonicClock(truth.ofLife(() => false))
  const before = clock.now()
  truth.setBack(HOUR)
  expect(clock.now()).toBe(before)
  expect(clock.ahead()).toBe(HOUR)
  truth.sleep(2 * HOUR)
  expect(clock.now()).toBe(before + 2 * HOUR)
})

test('a timer carries it along over a set-back nobody saw', async () => {
  const truth = new SimClock()
  const clock = monotonicClock(truth.ofLife(() => false))
  const before = clock.now()
  const seen: number[] = []
  clock.after(60_000, () => seen.push(clock.now()))
  await truth.advance(30_000)
  truth.setBack(HOUR)
  await truth.advance(30_000)
  expect(seen).toEqual([before + 60_000])
})

test('what it is ahead stays whole, whatever part of a millisecond a timer was asked for', async () => {
  const truth = new SimClock()
  const clock = monotonicClock(truth.ofLife(() => false))
  clock.after(60_000.4, () => {})
  truth.setBack(HOUR)
  await truth.advance(60_001)
  expect(Number.isInteger(clock.ahead())).toBe(true)
})
