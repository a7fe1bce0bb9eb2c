import { expect, test } from 'vitest'
import type { HiddenLimit } from './SimRateLimit.ts'
import { simulateBatch } from './simulateBatch.ts'

const seconds = (rate: number, burst: number): HiddenLimit => ({ rate, burst, retryAfter: 'seconds' })

test('refusals without a Retry-After leave no job uncertain, and each job is sent again until it is accepted', async () => {
  const { states } = await simulateBatch({ rate: 30, burst: 4, retryAfter: 'none' }, { jobs: 300 })
  expect(states).toEqual({ running: 300 })
})

test.each([seconds(10, 5), seconds(50, 20), seconds(2, 1)])(
  'a service that states %o in every response rejects almost no requests',
  { timeout: 60_000 },
  async (limit) => {
    const stated = await simulateBatch({ ...limit, statesLimit: true }, { jobs: 300 })
    expect(stated.ratio).toBeLessThanOrEqual(1.03)
    expect(stated.requestsPerJob).toBeLessThanOrEqual(1.01)
    expect(stated.tooSoon).toBe(0)
  },
)
