import { expect, test } from 'vitest'
import { Database } from '../../storage/Database.ts'
import type { HiddenLimit } from './HiddenBucket.ts'
import { simulateBatch } from './simulateBatch.ts'

const NEXT_DAY = Date.UTC(2026, 0, 2, 12)
const seconds = (rate: number, burst: number): HiddenLimit => ({ rate, burst, retryAfter: 'seconds' })

test('refusals without a Retry-After leave no job uncertain: every one is sent once more until it is taken', async () => {
  const database = new Database(':memory:')
  await simulateBatch({ rate: 30, burst: 4, retryAfter: 'none' }, { jobs: 300, database })
  expect(database.all('SELECT state, count(*) AS jobs FROM jobs GROUP BY state')).toEqual([
    { state: 'running', jobs: 300 },
  ])
})

test.each([seconds(10, 5), seconds(50, 20), seconds(2, 1)])(
  'against %o the second run, which knows the limit from disk, is hardly ever refused and never too soon',
  { timeout: 60_000 },
  async (limit) => {
    const database = new Database(':memory:')
    await simulateBatch(limit, { database })
    const second = await simulateBatch(limit, { seed: 2, database, startsAt: NEXT_DAY })
    expect(second.ratio).toBeLessThanOrEqual(1.03)
    expect(second.refusals).toBeLessThanOrEqual(3)
    expect(second.tooSoon).toBe(0)
  },
)

test.each([seconds(10, 5), seconds(50, 20), seconds(2, 1)])(
  'a service that tells %o with every answer hardly has to refuse anything',
  { timeout: 60_000 },
  async (limit) => {
    const told = await simulateBatch({ ...limit, tells: true })
    expect(told.ratio).toBeLessThanOrEqual(1.03)
    expect(told.requestsPerJob).toBeLessThanOrEqual(1.01)
    expect(told.tooSoon).toBe(0)
  },
)
