import { expect, test } from 'vitest'
import { HeaderRateLimiter } from './HeaderRateLimiter.ts'

const MINUTE = 60_000

/** Sends as fast as `limit` allows to a service that responds immediately. Returns the send times and the number of rejections. */
function send(
  limit: HeaderRateLimiter,
  service: (now: number) => { remaining: number; retryAfterMs?: number },
  until: number,
) {
  const sent: number[] = []
  let [now, rejections, blockedUntil] = [0, 0, 0]
  while (now < until) {
    const wait = Math.max(limit.getWait(now), blockedUntil - now)
    if (wait > 0) {
      now += wait
      continue
    }
    limit.recordSent(now)
    const { remaining, retryAfterMs } = service(now)
    if (retryAfterMs === undefined) {
      sent.push(now)
      limit.recordSettled()
      limit.recordAccepted(now, { limit: 3, remaining })
    } else {
      rejections++
      blockedUntil = now + retryAfterMs
      limit.recordSettled()
      limit.recordRejected(now, retryAfterMs, { limit: 3, remaining: 0 })
    }
  }
  return { sent, rejections }
}

test('sends the remaining requests immediately, then at the stated rate', () => {
  const limit = new HeaderRateLimiter(0, 1)
  limit.recordSettled()
  limit.recordAccepted(10, { limit: 60, remaining: 2 })
  for (const now of [10, 11]) {
    expect(limit.getWait(now)).toBe(0)
    limit.recordSent(now)
  }
  expect(limit.getWait(11), 'nothing remains: one per second').toBeGreaterThan(900)
})

test('counts requests in flight as used, even if an earlier response states a higher remainder', () => {
  const limit = new HeaderRateLimiter(0, 4)
  limit.recordSettled()
  limit.recordAccepted(10, { limit: 60, remaining: 3 })
  expect(limit.getWait(10)).toBeGreaterThan(0)
})

test('ignores the higher remainder of a response that was overtaken by later ones', () => {
  const limit = new HeaderRateLimiter(0, 1)
  limit.recordSettled()
  limit.recordAccepted(10, { limit: 60, remaining: 4 }, 0)
  for (const now of [20, 21]) limit.recordSent(now)
  limit.recordSettled()
  limit.recordAccepted(50, { limit: 60, remaining: 2 }, 21)
  limit.recordSettled()
  limit.recordAccepted(51, { limit: 60, remaining: 3 }, 20)
  expect(limit.getWait(51)).toBe(0)
  limit.recordSent(51)
  expect(limit.getWait(51), 'one of the remaining two stays unused').toBeGreaterThan(0)
})

test('sends bursts to a service with one-minute windows, with at most one rejection', () => {
  let [windowStart, used] = [Number.NEGATIVE_INFINITY, 0]
  const windows = (now: number) => {
    if (now >= windowStart + MINUTE) [windowStart, used] = [now, 0]
    if (used >= 3)
      return { remaining: 0, retryAfterMs: Math.ceil((windowStart + MINUTE - now) / 1000) * 1000 }
    used++
    return { remaining: 3 - used }
  }
  const { sent, rejections } = send(new HeaderRateLimiter(0, 0), windows, 30 * MINUTE)
  expect(sent.length).toBeGreaterThanOrEqual(87)
  expect(rejections).toBeLessThanOrEqual(1)
})

test('detects one-minute windows without a Retry-After, with few rejections', () => {
  let [windowStart, used] = [Number.NEGATIVE_INFINITY, 0]
  const windows = (now: number) => {
    if (now >= windowStart + MINUTE) [windowStart, used] = [now, 0]
    if (used >= 3) return { remaining: 0, retryAfterMs: 0 }
    used++
    return { remaining: 3 - used }
  }
  const { sent, rejections } = send(new HeaderRateLimiter(0, 0), windows, 30 * MINUTE)
  expect(sent.length).toBeGreaterThanOrEqual(84)
  expect(rejections).toBeLessThanOrEqual(6)
})

test('sends evenly to a token bucket, without a rejection', () => {
  let [tokens, updatedAt] = [3, 0]
  const bucket = (now: number) => {
    tokens = Math.min(3, tokens + ((now - updatedAt) * 3) / MINUTE)
    updatedAt = now
    if (tokens < 1) return { remaining: 0, retryAfterMs: 1000 }
    tokens--
    return { remaining: Math.floor(tokens) }
  }
  const { sent, rejections } = send(new HeaderRateLimiter(0, 0), bucket, 30 * MINUTE)
  expect(sent.length).toBeGreaterThanOrEqual(87)
  expect(rejections).toBe(0)
})

test('distinguishes a window that starts full from a bucket that is only partly refilled', () => {
  const open = () => {
    const limit = new HeaderRateLimiter(0, 0)
    limit.recordAccepted(0, { limit: 10, remaining: 9 })
    limit.recordRejected(1000, 59_000, { limit: 10, remaining: 0 })
    limit.recordSent(MINUTE)
    limit.recordSettled()
    return limit
  }
  const [window, bucket] = [open(), open()]
  window.recordAccepted(MINUTE, { limit: 10, remaining: 9 })
  bucket.recordAccepted(MINUTE, { limit: 10, remaining: 8 })
  const waitsWithNothingLeft = (limit: HeaderRateLimiter) => {
    limit.recordAccepted(MINUTE + 1000, { limit: 10, remaining: 0 })
    return limit.getWait(MINUTE + 1000)
  }
  expect(waitsWithNothingLeft(window), 'until the next window').toBe(59_000)
  expect(waitsWithNothingLeft(bucket), 'until the next token').toBeLessThan(10_000)
})
