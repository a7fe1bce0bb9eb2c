import { expect, test } from 'vitest'
import { pollDelay, type PollFacts } from './pollPlan.ts'

const fresh: PollFacts = { elapsed: 0, polls: 0, failures: 0, now: null, before: null, typical: null }
const even = () => 0.5

test('a model with a history is first asked when its jobs are half done, not every second', () => {
  expect(pollDelay({ ...fresh, typical: 12_000 }, even)).toBe(6000)
})

test('the first poll is never sooner than the floor and never later than 20 s', () => {
  expect(pollDelay({ ...fresh, typical: 10 }, even)).toBe(1000)
  expect(pollDelay({ ...fresh, typical: 3_600_000 }, even)).toBe(20_000)
})

test('progress tells when to look again', () => {
  const slope = { before: { at: 0, progress: 20 }, now: { at: 4000, progress: 40 } }
  expect(pollDelay({ ...fresh, ...slope, polls: 2 }, even)).toBe(6000)
})

test('progress that went back does not make the poller rush or stop', () => {
  const back = { before: { at: 0, progress: 60 }, now: { at: 2000, progress: 40 } }
  const delay = pollDelay({ ...fresh, ...back, polls: 3, elapsed: 5000 }, even)
  expect(delay).toBeGreaterThanOrEqual(1000)
  expect(delay).toBeLessThanOrEqual(10_000)
})

test('failing polls back off to a minute and stay there', () => {
  const delays = [1, 2, 3, 4, 5, 6, 12].map((failures) =>
    pollDelay({ ...fresh, polls: failures, failures }, even),
  )
  expect(delays).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

test('a job that runs for hours goes to the slow lane but is still asked about', () => {
  expect(pollDelay({ ...fresh, polls: 200, elapsed: 2 * 3_600_000 }, even)).toBe(300_000)
})

test('jitter keeps jobs accepted together from being asked together', () => {
  expect(pollDelay({ ...fresh, polls: 2 }, () => 0)).toBeLessThan(
    pollDelay({ ...fresh, polls: 2 }, () => 0.999),
  )
})
