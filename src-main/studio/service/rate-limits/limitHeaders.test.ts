import { describe, expect, it } from 'vitest'
import { isDailyLimit, readLimitHeaders, readRetryAfter } from './limitHeaders.ts'

const NOW = Date.UTC(2026, 4, 6, 7, 8, 9)
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 60 ', 60_000],
    ['1.5', 1_500],
    ['86400', DAY],
    ['1000000000', HOUR],
    ['Wed, 06 May 2026 07:08:39 GMT', 30_000],
    ['Wed, 06 May 2026 07:00:00 GMT', 0],
    ['Wednesday, 06-May-26 07:08:39 GMT', 30_000],
    ['Sun, 01 Jan 2090 00:00:00 GMT', HOUR],
    ['Wed May  6 07:08:39 2026', 30_000],
    ['-5', null],
    ['soon', null],
    ['', null],
    ['Wed, 99 Foo 2026 07:08:39 GMT', null],
    ['2027', 2_027_000],
    ['12 bottles', null],
  ])('"%s" means a wait of %s ms', (value, wait) =>
    expect(readRetryAfter({ 'retry-after': value }, NOW)).toBe(wait),
  )

  it('may be absent', () => expect(readRetryAfter({}, NOW)).toBeNull())

  it.each([-10, 10])(
    'as a date is relative to the service’s clock, even if the local clock is %i hours off',
    (hours) => {
      const headers = {
        'retry-after': 'Wed, 06 May 2026 07:08:39 GMT',
        date: 'Wed, 06 May 2026 07:08:09 GMT',
      }
      expect(readRetryAfter(headers, NOW + hours * HOUR)).toBe(30_000)
    },
  )
})

describe('rate limit headers', () => {
  it('are about the minute by default', () => {
    const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' }
    expect(readLimitHeaders(headers)).toEqual({ minute: { limit: 50, remaining: 49 }, daily: null })
    expect(readLimitHeaders({ ...headers, 'x-ratelimit-type': 'daily' })).toEqual({
      minute: null,
      daily: { limit: 50, remaining: 49 },
    })
  })

  it('may state both limits', () => {
    const headers = {
      'x-ratelimit-limit': '50',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-daily-limit': '200',
      'x-ratelimit-daily-remaining': '12',
    }
    expect(readLimitHeaders(headers)).toEqual({
      minute: { limit: 50, remaining: 0 },
      daily: { limit: 200, remaining: 12 },
    })
  })

  it('are ignored, including the remainder, if the limit is zero', () => {
    const none = { minute: null, daily: null }
    expect(readLimitHeaders({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })).toEqual(none)
    expect(readLimitHeaders({ 'x-ratelimit-daily-limit': '0', 'x-ratelimit-daily-remaining': '0' })).toEqual(
      none,
    )
  })

  it('may be absent, partial, repeated or unreadable', () => {
    expect(readLimitHeaders({})).toEqual({ minute: null, daily: null })
    expect(readLimitHeaders({ 'x-ratelimit-remaining': '3, 3' })).toEqual({
      minute: { limit: null, remaining: 3 },
      daily: null,
    })
    expect(
      readLimitHeaders({ 'x-ratelimit-limit': 'unlimited', 'x-ratelimit-remaining': '-1' }).minute,
    ).toBeNull()
  })
})

it.each([
  [{}, false],
  [{ 'retry-after': '60' }, false],
  [{ 'retry-after': '5000' }, true],
  [{ 'x-ratelimit-type': 'minute', 'x-ratelimit-remaining': '0' }, false],
  [{ 'x-ratelimit-type': 'daily', 'retry-after': '60' }, true],
  [{ 'x-ratelimit-daily-remaining': '0' }, true],
  [{ 'x-ratelimit-daily-remaining': '9', 'x-ratelimit-remaining': '0' }, false],
])('a 429 with %j is about the day: %s', (headers, daily) => expect(isDailyLimit(headers, NOW)).toBe(daily))
