import { expect, test } from 'vitest'
import { SimClock } from './simulation/SimClock.ts'
import { steadyClock } from './steadyClock.ts'

const HOUR = 3_600_000

test('goes on from where it was when the wall clock is set back, and follows a sleep', () => {
  const truth = new SimClock()
  const steady = steadyClock(truth.ofLife(() => false))
  const before = steady.now()
  truth.setBack(HOUR)
  expect(steady.now()).toBe(before)
  expect(steady.ahead()).toBe(HOUR)
  truth.sleep(2 * HOUR)
  expect(steady.now()).toBe(before + 2 * HOUR)
})

test('a timer carries it along over a set-back nobody saw', async () => {
  const truth = new SimClock()
  const steady = steadyClock(truth.ofLife(() => false))
  const before = steady.now()
  const seen: number[] = []
  steady.after(60_000, () => seen.push(steady.now()))
  await truth.advance(30_000)
  truth.setBack(HOUR)
  await truth.advance(30_000)
  expect(seen).toEqual([before + 60_000])
})

test('what it is ahead stays whole, whatever part of a millisecond a timer was asked for', async () => {
  const truth = new SimClock()
  const steady = steadyClock(truth.ofLife(() => false))
  steady.after(60_000.4, () => {})
  truth.setBack(HOUR)
  await truth.advance(60_001)
  expect(Number.isInteger(steady.ahead())).toBe(true)
})
