import { expect, test } from 'vitest'
import { simulatePacing, type HiddenLimit } from '../testing/simulatePacing.ts'
import { LearntLimit } from './LearntLimit.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const worst = (limit: HiddenLimit) => {
  const runs = SEEDS.map((seed) => simulatePacing(limit, { seed }))
  return {
    ratio: Math.max(...runs.map(({ ratio }) => ratio)),
    requests: Math.max(...runs.map(({ requestsPerJob }) => requestsPerJob)),
    tooSoon: Math.max(...runs.map(({ tooSoon }) => tooSoon)),
  }
}

test.each<[HiddenLimit, number]>([
  [{ rate: 10, burst: 5, retryAfter: 'none' }, 1.03],
  [{ rate: 10, burst: 5, retryAfter: 'exact' }, 1.03],
  [{ rate: 10, burst: 5, retryAfter: 'seconds' }, 1.03],
  [{ rate: 50, burst: 20, retryAfter: 'none' }, 1.03],
  [{ rate: 50, burst: 20, retryAfter: 'exact' }, 1.03],
  // A second kept after each refusal is worth 50 jobs, 20 of them saved up meanwhile: docs/decisions/pacing.md.
  [{ rate: 50, burst: 20, retryAfter: 'seconds' }, 1.115],
  [{ rate: 2, burst: 1, retryAfter: 'none' }, 1.03],
  [{ rate: 2, burst: 1, retryAfter: 'exact' }, 1.03],
  [{ rate: 2, burst: 1, retryAfter: 'seconds' }, 1.03],
])('a batch against %o is sent in hardly more than the least time, with hardly a refusal', (limit, most) => {
  const { ratio, requests, tooSoon } = worst(limit)
  expect(ratio).toBeLessThanOrEqual(most)
  expect(requests).toBeLessThanOrEqual(1.05)
  expect(tooSoon, 'nothing before the moment the service named').toBe(0)
})

test('without any limit nothing is ever held back', () => {
  const limit = new LearntLimit()
  for (let n = 0; n < 100; n++) {
    expect(limit.wait(n)).toBe(0)
    limit.take(n)
    limit.success(n, n)
  }
  expect(limit.rate).toBeNull()
})

test('what an earlier run learnt is kept to from the first request on', () => {
  const limit = new LearntLimit()
  limit.restore({ rate: 2, burst: 1 }, 0)
  expect(limit.wait(0)).toBe(500)
  expect(limit.rate).toBe(2)
})
