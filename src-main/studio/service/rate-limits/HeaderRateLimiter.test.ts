import { expect, test } from 'vitest'
import { HeaderRateLimiter } from './HeaderRateLimiter.ts'

const MINUTE = 60_000

/** Sends as fast as `limit` lets it, against a service that answers at once; tells when each was sent and what was refused. */
function send(
  limit: HeaderRateLimiter,
  service: (now: number) => { remaining: number; retryAfterMs?: number },
  until: number,
) {
  const sent: number[] = []
  let [now, refusals, held] = [0, 0, 0]
  while (now < until) {
    const wait = Math.max(limit.wait(now), held - now)
    if (wait > 0) {
      now += wait
      continue
    }
    limit.take(now)
    const { remaining, retryAfterMs } = service(now)
    if (retryAfterMs === undefined) {
      sent.push(now)
      limit.settled()
      limit.accepted(now, { limit: 3, remaining })
    } else {
      refusals++
      held = now + retryAfterMs
      limit.settled()
      limit.refused(now, retryAfterMs, { limit: 3, remaining: 0 })
    }
  }
  return { sent, refusals }
}

test('what remains goes at once, and then no faster than told', () => {
  const limit = new HeaderRateLimiter(0, 1)
  limit.settled()
  limit.accepted(10, { limit: 60, remaining: 2 })
  for (const at of [10, 11]) {
    expect(limit.wait(at)).toBe(0)
    limit.take(at)
  }
  expect(limit.wait(11), 'nothing remains: one a second').toBeGreaterThan(900)
})

test('requests on their way count as used, whatever the answer to an earlier one says remains', () => {
  const limit = new HeaderRateLimiter(0, 4)
  limit.settled()
  limit.accepted(10, { limit: 60, remaining: 3 })
  expect(limit.wait(10)).toBeGreaterThan(0)
})

test('a service that counts by windows of a minute is asked in bursts, and refuses once', () => {
  let [began, used] = [Number.NEGATIVE_INFINITY, 0]
  const windows = (now: number) => {
    if (now >= began + MINUTE) [began, used] = [now, 0]
    if (used >= 3) return { remaining: 0, retryAfterMs: Math.ceil((began + MINUTE - now) / 1000) * 1000 }
    used++
    return { remaining: 3 - used }
  }
  const { sent, refusals } = send(new HeaderRateLimiter(0, 0), windows, 30 * MINUTE)
  expect(sent.length).toBeGreaterThanOrEqual(87)
  expect(refusals).toBeLessThanOrEqual(1)
})

test('a window of a minute is found without a Retry-After, and costs few refusals', () => {
  let [began, used] = [Number.NEGATIVE_INFINITY, 0]
  const windows = (now: number) => {
    if (now >= began + MINUTE) [began, used] = [now, 0]
    if (used >= 3) return { remaining: 0, retryAfterMs: 0 }
    used++
    return { remaining: 3 - used }
  }
  const { sent, refusals } = send(new HeaderRateLimiter(0, 0), windows, 30 * MINUTE)
  expect(sent.length).toBeGreaterThanOrEqual(84)
  expect(refusals).toBeLessThanOrEqual(6)
})

test('a bucket is asked evenly, and refuses nothing', () => {
  let [tokens, at] = [3, 0]
  const bucket = (now: number) => {
    tokens = Math.min(3, tokens + ((now - at) * 3) / MINUTE)
    at = now
    if (tokens < 1) return { remaining: 0, retryAfterMs: 1000 }
    tokens--
    return { remaining: Math.floor(tokens) }
  }
  const { sent, refusals } = send(new HeaderRateLimiter(0, 0), bucket, 30 * MINUTE)
  expect(sent.length).toBeGreaterThanOrEqual(87)
  expect(refusals).toBe(0)
})
