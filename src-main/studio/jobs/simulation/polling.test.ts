import { expect, test } from 'vitest'
import { smallestAccountLimits } from './SimRateLimit.ts'
import { simulatePolling, typicalModels, simulateSleep } from './simulatePolling.ts'

const MIDNIGHT = Date.UTC(2026, 0, 2)
const jobs = 40

test('polling takes about a third of the polls of a fixed interval, and results are known no later', async () => {
  const { polls, fixedPolls, noticeMs, fixedNoticeMs } = await simulatePolling({
    models: typicalModels,
    jobs,
    perSecond: 5,
  })
  expect(polls / fixedPolls).toBeLessThanOrEqual(0.35)
  expect(noticeMs).toBeLessThanOrEqual(fixedNoticeMs)
})

test('a limit stated in responses is never exceeded, one that only rejections reveal rarely', async () => {
  const limit = { rate: 5, burst: 5, retryAfter: 'seconds' } as const
  const about = { models: typicalModels, jobs, perSecond: 20 }
  const stated = await simulatePolling({ ...about, limit: { ...limit, statesLimit: true } })
  expect(stated.refusals).toBe(0)
  const hidden = await simulatePolling({ ...about, limit })
  expect(hidden.refusals / hidden.polls).toBeLessThan(0.05)
})

test.each([true, false])(
  'a day of 100 jobs fits in the 200 polls of a basic account (history: %s)',
  async (history) => {
    for (const model of typicalModels) {
      const { polls, refusals, tookMs, noticeMs } = await simulatePolling({
        models: [model],
        jobs: 100,
        perSecond: 100,
        startsAt: MIDNIGHT,
        limit: smallestAccountLimits.polling,
        sending: smallestAccountLimits.sending,
        history,
      })
      expect(polls, model.slug).toBeLessThanOrEqual(200)
      expect(refusals, model.slug).toBe(0)
      expect(tookMs, 'all jobs are done on the same day').toBeLessThan(3 * 3_600_000)
      expect(noticeMs, 'each end is noticed soon').toBeLessThan(Math.max(15_000, model.medianMs / 2))
    }
  },
)

test('after hours of sleep each of a thousand jobs is polled once in the first minute, and not all at the same time', async () => {
  const { maxPollsPerJob, polls, maxPollsPerSecond } = await simulateSleep()
  expect(maxPollsPerJob).toBe(1)
  expect(polls).toBeGreaterThan(900)
  expect(maxPollsPerSecond).toBeLessThan(100)
})
