import { expect, test } from 'vitest'
import { SimClock } from '../../jobs/simulation/SimClock.ts'
import { respondWith, respondOk } from '../../jobs/engine/testEngine.ts'
import type { Exchange } from '../http/Exchange.ts'
import { RateLimits, type RateLimitKey } from './RateLimits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const prices: RateLimitKey = { kind: 'price', connectionId: 'c' }
const images: RateLimitKey = { kind: 'send', connectionId: 'c', operation: 'txt2img' }
const videos: RateLimitKey = { kind: 'send', connectionId: 'c', operation: 'txt2video' }

function openLimits() {
  const simClock = new SimClock()
  const clock = simClock.ofSession(() => false)
  const limits = new RateLimits(clock)
  /** Sends one request now and records the response. */
  const exchange = (key: RateLimitKey, response: Exchange): void => {
    limits.recordSent(key)
    const isUnderstood = response.kind === 'response' && response.status < 300
    limits.recordOutcome(key, clock.now(), response, isUnderstood)
  }
  /** Sends whenever the limits allow it for `ms`. Returns the number of requests. */
  const sendFor = async (ms: number, key: RateLimitKey, response: () => Exchange): Promise<number> => {
    const end = simClock.time + ms
    let sent = 0
    while (simClock.time < end) {
      const wait = limits.getWait(key)
      if (wait > 0) await simClock.advance(Math.max(1, Math.min(wait, end - simClock.time)))
      else {
        exchange(key, response())
        sent++
      }
    }
    return sent
  }
  return { simClock, clock, limits, exchange, sendFor }
}
const accepted = (headers: Record<string, string> = {}): Exchange => respondOk({}, headers)
const rejected = (headers: Record<string, string> = {}): Exchange => respondWith(429, headers)
const unsent: Exchange = { kind: 'fault', sent: false, cause: 'dns', detail: '' }
const lost: Exchange = { kind: 'fault', sent: true, cause: 'timeout', detail: '' }
const daily = (remaining: number, limit = 200) => ({
  'x-ratelimit-daily-limit': String(limit),
  'x-ratelimit-daily-remaining': String(remaining),
})
const nextMidnight = (now: number) => (Math.floor(now / DAY) + 1) * DAY

test('reads the daily quota from headers, counts without them, and resets at midnight UTC', async () => {
  const { limits, clock, simClock, exchange } = openLimits()
  expect(limits.getDailyQuota(prices)).toBeNull()
  exchange(prices, accepted(daily(143)))
  expect(limits.getDailyQuota(prices)).toEqual({ limit: 200, left: 143, until: null })
  exchange(prices, accepted())
  expect(limits.list()).toMatchObject([{ kind: 'price', dayLimit: 200, dayUsed: 58, waitsUntil: null }])
  await simClock.advance(nextMidnight(clock.now()) - clock.now())
  expect(limits.getDailyQuota(prices)).toBeNull()
})

test('a used-up quota blocks only its own kind, which is tried once an hour', async () => {
  const { limits, exchange, sendFor } = openLimits()
  exchange(prices, accepted(daily(0)))
  expect(limits.getWait(prices)).toBe(HOUR)
  expect(limits.getWait(images)).toBe(0)
  expect(await sendFor(10 * HOUR, prices, () => accepted(daily(0)))).toBeLessThanOrEqual(10)
})

test.each([
  ['0 per day', { 'x-ratelimit-daily-limit': '0', 'x-ratelimit-daily-remaining': '0' }],
  ['-1 per day', { 'x-ratelimit-daily-limit': '-1', 'x-ratelimit-daily-remaining': '-1' }],
  [
    '999999999999 per minute',
    { 'x-ratelimit-limit': '999999999999', 'x-ratelimit-remaining': '999999999999' },
  ],
  ['0 per minute', { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' }],
])('a limit of %s in the headers blocks nothing', async (_, headers) => {
  const { limits, exchange } = openLimits()
  exchange(images, accepted(headers))
  expect(limits.getWait(images)).toBe(0)
})

test('drops a quota that is no longer stated once a request beyond it is accepted', async () => {
  const { limits, exchange, simClock } = openLimits()
  exchange(images, accepted(daily(0)))
  await simClock.advance(HOUR)
  exchange(images, accepted())
  expect(limits.getWait(images)).toBe(0)
})

test('drops a limit per minute after three responses without it, not after two', async () => {
  const { limits, exchange } = openLimits()
  exchange(images, accepted({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' }))
  expect(limits.getWait(images)).toBeGreaterThan(50_000)
  for (let n = 0; n < 2; n++) exchange(images, accepted())
  expect(limits.getWait(images)).toBeGreaterThan(50_000)
  exchange(images, accepted())
  expect(limits.getWait(images)).toBe(0)
})

test('an unused daily quota is available in full', () => {
  const { limits, exchange } = openLimits()
  exchange(prices, accepted(daily(200)))
  expect(limits.getDailyQuota(prices)).toEqual({ limit: 200, left: 200, until: null })
})

test('an accepted request resets the growing pauses after rejections', async () => {
  const { limits, clock, simClock, exchange } = openLimits()
  const stated = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '10' }
  const pauseAfterRejection = async () => {
    exchange(images, rejected())
    const pause = (limits.getHeldUntil(images) ?? 0) - clock.now()
    await simClock.advance(pause)
    return pause
  }
  exchange(images, accepted(stated))
  const pauses: number[] = []
  for (let n = 0; n < 5; n++) pauses.push(await pauseAfterRejection())
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000])
  exchange(images, accepted(stated))
  expect(await pauseAfterRejection()).toBe(250)
})

test('a daily rejection without a stated quota blocks for its Retry-After', async () => {
  const { limits, simClock, exchange } = openLimits()
  exchange(images, accepted())
  exchange(images, rejected({ 'retry-after': '7200', 'x-ratelimit-type': 'daily' }))
  expect(limits.getWait(images)).toBe(2 * HOUR)
  expect(limits.getWait(videos), 'each operation has a limit of its own').toBe(0)
  await simClock.advance(2 * HOUR)
  expect(limits.getWait(images)).toBe(0)
})

test.each([
  ['no Retry-After', {}],
  ['a Retry-After of 0', { 'retry-after': '0' }],
  ['a Retry-After in the past', { 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' }],
  ['stated limits and no Retry-After', { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' }],
])('sends at most 20 requests in ten minutes of 429s with %s', async (_, headers) => {
  const { exchange, sendFor } = openLimits()
  exchange(images, accepted(headers))
  expect(await sendFor(10 * MINUTE, images, () => rejected(headers))).toBeLessThanOrEqual(20)
})

test.each([
  ['429', rejected()],
  ['500', respondWith(500)],
  ['404', respondWith(404)],
  ['401', respondWith(401)],
  ['a DNS failure', unsent],
  ['no response', lost],
])(
  'sends at most two requests per minute during an outage (%s), with pauses of up to 15 minutes',
  async (_, response) => {
    const { simClock, limits, clock } = openLimits()
    const sent: number[] = []
    while (simClock.time < Date.UTC(2026, 0, 3)) {
      const wait = limits.getWait(prices)
      if (wait > 0) {
        await simClock.advance(wait)
        continue
      }
      sent.push(simClock.time)
      limits.recordSent(prices)
      await simClock.advance(100)
      limits.recordOutcome(prices, clock.now() - 100, response, false)
    }
    for (const [index, time] of sent.entries())
      expect((sent[index + 2] ?? Infinity) - time).toBeGreaterThan(MINUTE)
    const last = (sent.at(-1) ?? 0) - (sent.at(-2) ?? 0)
    expect(last).toBeGreaterThanOrEqual(15 * MINUTE)
    expect(last).toBeLessThan(16 * MINUTE)
  },
)

test('an outage blocks only its own connection and kind, and a success ends it immediately', () => {
  const { limits, exchange } = openLimits()
  for (let n = 0; n < 5; n++) exchange(images, unsent)
  expect(limits.getWait(images)).toBeGreaterThan(0)
  expect(limits.getWait(videos), 'the same kind on the same connection').toBeGreaterThan(0)
  for (const other of [prices, { ...images, connectionId: 'other' }]) expect(limits.getWait(other)).toBe(0)
  exchange(videos, accepted())
  expect(limits.getWait(videos)).toBe(0)
})

test('an operation that keeps failing waits although another one of its kind succeeds', () => {
  const { limits, exchange } = openLimits()
  for (let n = 0; n < 5; n++) {
    exchange(images, respondWith(500))
    exchange(videos, accepted())
  }
  expect([limits.isFailing(images), limits.isFailing(videos)]).toEqual([true, false])
  expect(limits.getWait(images)).toBeGreaterThan(0)
  expect(limits.getWait(videos)).toBe(0)
})

test('an outage begins with the third failure in a row, not with the first request or a single failure', () => {
  const { limits, exchange } = openLimits()
  expect(limits.isFailing(images), 'before any request').toBe(false)
  exchange(images, accepted())
  for (let n = 0; n < 2; n++) {
    exchange(images, lost)
    expect(limits.isFailing(images)).toBe(false)
  }
  exchange(images, lost)
  expect(limits.isFailing(images)).toBe(true)
})

test('a retry by the user lets one request through, but not before the Retry-After of the service', () => {
  const { limits, exchange } = openLimits()
  for (let n = 0; n < 5; n++) exchange(images, unsent)
  limits.allowRetry({ connectionId: 'c' })
  expect(limits.getWait(images)).toBe(0)
  exchange(images, unsent)
  expect(limits.getWait(images)).toBeGreaterThan(0)
  exchange(images, rejected({ 'retry-after': '300' }))
  limits.allowRetry({ connectionId: 'c' })
  expect(limits.getWait(images)).toBe(300_000)
})

test('the first poll of an accepted job passes an outage, ends it if it succeeds, and delays no other poll if it fails', () => {
  const { limits, exchange } = openLimits()
  const polls: RateLimitKey = { kind: 'poll', connectionId: 'c' }
  const first = { ...polls, isFirst: true }
  exchange(polls, unsent)
  const wait = limits.getWait(polls)
  expect(wait).toBeGreaterThan(0)
  expect(limits.getWait(first)).toBe(0)
  limits.recordSent(first)
  expect(limits.getWait(polls)).toBe(wait)
  limits.recordSettled(first)
  for (let n = 0; n < 5; n++) exchange(first, unsent)
  expect(limits.getWait(polls)).toBe(wait)
  exchange(first, accepted())
  expect(limits.getWait(polls)).toBe(0)
})

test('the first poll of an accepted job waits like others while polls are rejected by a rate limit', async () => {
  const { limits, exchange, sendFor } = openLimits()
  const polls: RateLimitKey = { kind: 'poll', connectionId: 'c' }
  await sendFor(5 * MINUTE, polls, () => respondWith(429))
  exchange(polls, respondWith(429))
  expect(limits.getWait(polls)).toBeGreaterThan(0)
  expect(limits.getWait({ ...polls, isFirst: true })).toBe(limits.getWait(polls))
})

test('sends one request at a time if none has succeeded for a minute', async () => {
  const { limits } = openLimits()
  limits.recordSent(images)
  expect(limits.getWait(images)).toBe(Number.POSITIVE_INFINITY)
  expect(limits.getHeldUntil(images)).toBeNull()
})

test('forget() drops everything about a connection', () => {
  const { limits, exchange } = openLimits()
  exchange(images, accepted(daily(0)))
  exchange(images, rejected({ 'retry-after': '300' }))
  exchange({ ...images, connectionId: 'other' }, rejected({ 'retry-after': '300' }))
  limits.forget('c')
  expect(limits.getWait(images)).toBe(0)
  expect(limits.getDailyQuota(images)).toBeNull()
  expect(limits.getWait({ ...images, connectionId: 'other' })).toBe(300_000)
})

test('a rejection of the previous account does not hold up the new one', async () => {
  const { limits, clock, simClock } = openLimits()
  limits.recordSent(images)
  const sentAt = clock.now()
  await simClock.advance(10)
  limits.forget('c')
  limits.recordOutcome(images, sentAt, rejected({ ...daily(0), 'retry-after': '300' }), false)
  expect(limits.getWait(images)).toBe(0)
  expect(limits.getDailyQuota(images)).toBeNull()
})

test('returns integer milliseconds, which the database requires', () => {
  const { limits, exchange } = openLimits()
  for (let n = 0; n < 3; n++) {
    exchange(images, rejected({ 'retry-after': '0.1234567' }))
    expect(Number.isInteger(limits.getHeldUntil(images) ?? 0.5)).toBe(true)
    expect(limits.list().every(({ waitsUntil }) => Number.isInteger(waitsUntil ?? 0))).toBe(true)
  }
})

test('a clock that is set back an hour does not extend a wait', async () => {
  const { limits, simClock, exchange } = openLimits()
  exchange(images, accepted())
  exchange(images, rejected({ 'retry-after': '30' }))
  simClock.setBack(HOUR)
  expect(limits.getWait(images)).toBeLessThanOrEqual(30_000)
  await simClock.advance(30_000)
  expect(limits.getWait(images)).toBe(0)
})

test('correcting a clock that was days ahead does not leave a quota used up for days', async () => {
  const { limits, clock, simClock, exchange } = openLimits()
  simClock.sleep(30 * DAY)
  exchange(prices, accepted(daily(0)))
  simClock.setBack(30 * DAY)
  expect((limits.getHeldUntil(prices) ?? 0) - clock.now()).toBeLessThanOrEqual(HOUR)
  await simClock.advance(HOUR)
  expect(limits.getWait(prices)).toBe(0)
})
