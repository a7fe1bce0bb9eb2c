import { expect, test } from 'vitest'
import { AdaptiveRateLimiter } from './AdaptiveRateLimiter.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

/** A limiter with a rejection at 0, after which the service accepts this many requests, one per second. */
function afterAccepted(count: number) {
  const limiter = new AdaptiveRateLimiter()
  limiter.recordSent(0)
  limiter.recordRejected(0)
  for (let n = 1; n <= count; n++) {
    limiter.recordSent(n * SECOND)
    limiter.recordAccepted()
  }
  return limiter
}

test('the first limit is the rate of the requests accepted between two rejections', () => {
  const limiter = afterAccepted(30)
  limiter.recordSent(31 * SECOND)
  limiter.recordRejected(31 * SECOND)
  expect(limiter.rate).toBeCloseTo(30 / 31)
})

test('hours without a request between two rejections don’t lower the first limit', () => {
  const limiter = afterAccepted(30)
  limiter.recordSent(2 * HOUR)
  limiter.recordRejected(2 * HOUR)
  expect(limiter.rate).toBeGreaterThan(0.3)
})

test('a limit that is found stays within its bounds, however long nothing was sent', () => {
  const limiter = afterAccepted(30)
  limiter.recordSent(31 * SECOND)
  limiter.recordRejected(31 * SECOND)
  const rate = limiter.rate ?? 0
  limiter.recordSent(HOUR)
  limiter.recordAccepted()
  limiter.recordRejected(HOUR + SECOND)
  expect(limiter.rate).toBeGreaterThan(0.79 * rate)
  expect(limiter.rate).toBeLessThan(rate)
})

test('a limit grows to a finite rate, however many requests are accepted', () => {
  const limiter = afterAccepted(30)
  limiter.recordSent(31 * SECOND)
  limiter.recordRejected(31 * SECOND)
  for (let n = 0; n < 300_000; n++) limiter.recordAccepted()
  expect(limiter.rate).toBe(1000)
  limiter.recordRejected(HOUR)
  expect(limiter.rate).toBeLessThan(1000)
})
