import { expect, test } from 'vitest'
import { pollDelay, type PollFacts, doneTime, expectedEnd } from './pollPlan.ts'

const fresh: PollFacts = {
  elapsedMs: 0,
  polls: 0,
  failures: 0,
  latest: null,
  previous: null,
  typicalMs: null,
}
const noJitter = () => 0.5

test('first polls a job of a model with a history when half its usual duration has passed', () => {
  expect(pollDelay({ ...fresh, typicalMs: 12_000 }, noJitter)).toBe(6000)
})

test('the first poll is never sooner than the floor and never later than 20 s', () => {
  expect(pollDelay({ ...fresh, typicalMs: 10 }, noJitter)).toBe(1000)
  expect(pollDelay({ ...fresh, typicalMs: 3_600_000 }, noJitter)).toBe(20_000)
})

test('polls again after half the remaining time that the progress predicts', () => {
  const slope = { previous: { at: 0, progress: 20 }, latest: { at: 4000, progress: 40 } }
  expect(pollDelay({ ...fresh, ...slope, polls: 2 }, noJitter)).toBe(6000)
})

test('progress that decreases neither speeds up nor stops the polls', () => {
  const back = { previous: { at: 0, progress: 60 }, latest: { at: 2000, progress: 40 } }
  const delay = pollDelay({ ...fresh, ...back, polls: 3, elapsedMs: 5000 }, noJitter)
  expect(delay).toBeGreaterThanOrEqual(1000)
  expect(delay).toBeLessThanOrEqual(10_000)
})

test('failing polls back off to a minute and stay there', () => {
  const delays = [1, 2, 3, 4, 5, 6, 12].map((failures) =>
    pollDelay({ ...fresh, polls: failures, failures }, noJitter),
  )
  expect(delays).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

test('polls a job that runs for hours slowly, but keeps polling it', () => {
  expect(pollDelay({ ...fresh, polls: 200, elapsedMs: 2 * 3_600_000 }, noJitter)).toBe(300_000)
})

test('jitter keeps jobs that were accepted together from being polled together', () => {
  expect(pollDelay({ ...fresh, polls: 2 }, () => 0)).toBeLessThan(
    pollDelay({ ...fresh, polls: 2 }, () => 0.999),
  )
})

const sparing: PollFacts = { ...fresh, pace: 'sparing' }
const frugal: PollFacts = { ...fresh, pace: 'frugal' }

test('first polls one of many jobs at 60 % of its usual duration, then at the end that its progress predicts', () => {
  expect(pollDelay({ ...sparing, typicalMs: 30_000 }, noJitter)).toBe(18_000)
  const half = { polls: 1, elapsedMs: 18_000, latest: { at: 18_000, progress: 60 } }
  expect(pollDelay({ ...sparing, ...half, typicalMs: 30_000 }, noJitter)).toBe(12_340)
  expect(pollDelay({ ...sparing, ...half }, noJitter), 'also without a history').toBe(12_340)
})

test('assumes a duration of 15 s for the first poll with a small quota and no history', () => {
  expect(pollDelay(frugal, noJitter)).toBe(20_000)
  expect(pollDelay({ ...frugal, typicalMs: 15_000 }, noJitter)).toBe(20_000)
})

test('polls one of many jobs with a long remaining time well before its end, not every minute', () => {
  const early = { polls: 1, elapsedMs: 600_000, latest: { at: 600_000, progress: 20 } }
  const delay = pollDelay({ ...sparing, ...early }, noJitter)
  expect(delay).toBeGreaterThan(20 * 60_000)
  expect(delay).toBeLessThan(40 * 60_000)
})

test('polls one of many jobs that reports no progress at growing intervals', () => {
  const delays = [10_000, 60_000, 300_000].map((elapsedMs) =>
    pollDelay({ ...sparing, typicalMs: 5000, polls: 3, elapsedMs: elapsedMs }, noJitter),
  )
  expect(delays).toEqual([1500, 9000, 45_000])
})

test('with a small quota, first polls a job when jobs of its model are usually done, and then at long intervals', () => {
  expect(pollDelay({ ...frugal, typicalMs: 30_000 }, noJitter)).toBe(38_000)
  const half = { polls: 1, elapsedMs: 38_000, latest: { at: 38_000, progress: 50 } }
  expect(pollDelay({ ...frugal, ...half, typicalMs: 30_000 }, noJitter)).toBeGreaterThan(38_000)
  expect(pollDelay({ ...frugal, polls: 2, elapsedMs: 90_000 }, noJitter), 'no progress is reported').toBe(
    90_000,
  )
})

test('with a small quota, a job that still runs at 100 % is polled as rarely as one that reports nothing', () => {
  const full = { polls: 2, elapsedMs: 90_000, latest: { at: 90_000, progress: 100 } }
  expect(pollDelay({ ...frugal, ...full }, noJitter)).toBe(90_000)
})

test('with a small quota, a young job that reports nothing is polled after 20 s', () => {
  expect(pollDelay({ ...frugal, polls: 1, elapsedMs: 1000 }, noJitter)).toBe(20_000)
})

test('the first percent predicts the end, no progress predicts nothing', () => {
  const at = (progress: number) => ({ latest: { at: 6000, progress }, previous: null, acceptedAt: 1000 })
  expect(expectedEnd(at(1))).toBe(6000 + 99 * 5000)
  expect(expectedEnd(at(0))).toBeNull()
  expect(expectedEnd({ ...at(0), latest: null })).toBeNull()
})

test('the predicted end counts if it lies between the last poll that found the job running and the one that found it done', () => {
  const seen = { acceptedAt: 0, runningAt: 5000, foundAt: 20_000 }
  expect(doneTime({ ...seen, expectedAt: 8000 })).toBe(8000)
  expect(doneTime({ ...seen, expectedAt: null })).toBe(12_500)
})

test('a prediction outside the two polls is ignored', () => {
  const seen = { acceptedAt: 0, runningAt: 5000, foundAt: 20_000 }
  expect(doneTime({ ...seen, expectedAt: 4000 })).toBe(12_500)
  expect(doneTime({ ...seen, expectedAt: 30_000 })).toBe(12_500)
})

test('repeated late polls do not increase the usual duration', () => {
  let usual = 6000
  for (let n = 0; n < 20; n++) {
    const foundAt = usual * 1.4
    if (foundAt < 6000) break
    usual = doneTime({ acceptedAt: 0, runningAt: null, expectedAt: null, foundAt })
  }
  expect(usual).toBeLessThanOrEqual(6000)
})

test.each(['sparing', 'frugal'] as const)(
  'early progress delays the next %s poll by about as long as the job has taken, not by what it predicts',
  (pace) => {
    // 1 % after 3 s, most of which it waited in the service's queue, predicts five minutes.
    const early = { latest: { at: 3000, progress: 1 }, polls: 1, elapsedMs: 3000 }
    const delay = pollDelay({ ...fresh, pace, ...early }, noJitter)
    expect(delay).toBeGreaterThanOrEqual(3000)
    expect(delay).toBeLessThanOrEqual(7000)
  },
)

test.each(['sparing', 'frugal'] as const)(
  'a first step of progress after waiting at 0 % delays the next %s poll by about as long as the job has taken',
  (pace) => {
    // It waited in the service's queue until a moment before the second reading.
    const readings = { previous: { at: 12_000, progress: 0 }, latest: { at: 23_000, progress: 2 } }
    const delay = pollDelay({ ...fresh, pace, ...readings, polls: 4, elapsedMs: 23_000 }, noJitter)
    expect(delay).toBeGreaterThanOrEqual(15_000)
    expect(delay).toBeLessThanOrEqual(35_000)
  },
)
