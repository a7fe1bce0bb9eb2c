import { expect, test } from 'vitest'
import { basicAccount } from './HiddenBucket.ts'
import { simulatePolling, usualModels } from './simulatePolling.ts'
import { simulateSleep } from './simulateSleep.ts'

const MIDNIGHT = Date.UTC(2026, 0, 2)
const jobs = 40

test('a third of the polls of a fixed poller, and results are known no later', async () => {
  const { polls, fixedPolls, notice, fixedNotice } = await simulatePolling({
    models: usualModels,
    jobs,
    perSecond: 5,
  })
  expect(polls / fixedPolls).toBeLessThanOrEqual(0.35)
  expect(notice).toBeLessThanOrEqual(fixedNotice)
})

test('a limit that answers tell is never passed, one that only refusals show hardly ever', async () => {
  const limit = { rate: 5, burst: 5, retryAfter: 'seconds' } as const
  const about = { models: usualModels, jobs, perSecond: 20 }
  const told = await simulatePolling({ ...about, limit: { ...limit, tells: true } })
  expect(told.refusals).toBe(0)
  const hidden = await simulatePolling({ ...about, limit })
  expect(hidden.refusals / hidden.polls).toBeLessThan(0.05)
})

test.each([true, false])(
  'a day of 100 jobs fits in the 200 polls of a basic account (history: %s)',
  async (history) => {
    for (const model of usualModels) {
      const { polls, refusals, took, notice } = await simulatePolling({
        models: [model],
        jobs: 100,
        perSecond: 100,
        startsAt: MIDNIGHT,
        limit: basicAccount.polling,
        sending: basicAccount.sending,
        history,
      })
      expect(polls, model.slug).toBeLessThanOrEqual(200)
      expect(refusals, model.slug).toBe(0)
      expect(took, 'on the same day').toBeLessThan(3 * 3_600_000)
      expect(notice, 'and nobody waits for long').toBeLessThan(Math.max(15_000, model.medianMs / 2))
    }
  },
)

test('after hours of sleep each of a thousand jobs is asked about once in the first minute, and not all at once', async () => {
  const { mostPerJob, polls, mostInSecond } = await simulateSleep()
  expect(mostPerJob).toBe(1)
  expect(polls).toBeGreaterThan(900)
  expect(mostInSecond).toBeLessThan(100)
})
