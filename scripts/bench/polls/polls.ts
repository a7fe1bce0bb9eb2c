import { smallestAccountLimits } from '../../../src-main/studio/jobs/simulation/SimRateLimit.ts'
import {
  simulatePolling,
  type PollingFigures,
  typicalModels,
  simulateSleep,
} from '../../../src-main/studio/jobs/simulation/simulatePolling.ts'
import { simulatePrices } from '../../../src-main/studio/testing/simulatePrices.ts'
import { createRow, type Row } from '../Row.ts'

const JOBS = 1000
const JOBS_DURING_SLEEP = 1000
const DAY_JOBS = 100
const MIDNIGHT = Date.UTC(2026, 0, 2)

const round = (value: number, digits = 3): number => Number(value.toFixed(digits))
const noAnchor = { anchor: null, ratio: null }

/** Rejected polls with a limit stated in responses, and with an unknown limit. */
const simulateLimitedPolling = (statesLimit: boolean): Promise<PollingFigures> =>
  simulatePolling({
    models: typicalModels,
    jobs: JOBS / 4,
    perSecond: 20,
    limit: { rate: 5, burst: 5, retryAfter: 'seconds', statesLimit },
  })

/** Number of polls, compared with polling every job every two seconds; in virtual time, so exact. */
export const polls = async (): Promise<Row[]> => {
  const open = await simulatePolling({ models: typicalModels, jobs: JOBS, perSecond: 20 })
  const statedLimit = await simulateLimitedPolling(true)
  const unknownLimit = await simulateLimitedPolling(false)
  const sleep = await simulateSleep({ jobs: JOBS_DURING_SLEEP })
  const days = await Promise.all(
    typicalModels.map((model) =>
      simulatePolling({
        models: [model],
        jobs: DAY_JOBS,
        perSecond: 100,
        startsAt: MIDNIGHT,
        limit: smallestAccountLimits.polling,
        sending: smallestAccountLimits.sending,
        history: false,
      }),
    ),
  )
  const prices = await simulatePrices(DAY_JOBS)
  if (prices.priced < DAY_JOBS) throw new Error(`${DAY_JOBS - prices.priced} forms had no price`)
  return [
    createRow({
      name: `polls of ${JOBS * typicalModels.length} jobs compared with polling every 2 s`,
      value: open.polls,
      unit: 'polls',
      anchor: open.fixedPolls,
      ratio: round(open.polls / open.fixedPolls),
      goal: 0.35,
    }),
    createRow({
      name: 'median time from done to known, compared with polling every 2 s',
      value: round(open.noticeMs, 0),
      unit: 'ms',
      anchor: round(open.fixedNoticeMs, 0),
      ratio: round(open.noticeMs / open.fixedNoticeMs),
      goal: 1,
    }),
    createRow({
      name: 'polls over a limit stated in responses',
      value: statedLimit.refusals,
      unit: `of ${statedLimit.polls}`,
      goal: 0,
      ...noAnchor,
    }),
    createRow({
      name: 'share of polls over an unknown limit',
      value: round(unknownLimit.refusals / unknownLimit.polls),
      unit: '× all',
      goal: 0.05,
      ...noAnchor,
    }),
    createRow({
      name: `polls of one of ${JOBS_DURING_SLEEP} jobs in the minute after 8 h of sleep`,
      value: sleep.maxPollsPerJob,
      unit: 'at most',
      goal: 1,
      ...noAnchor,
    }),
    createRow({
      name: `polls of a day of ${DAY_JOBS} jobs on a basic account`,
      value: Math.max(...days.map((day) => day.polls)),
      unit: 'at most',
      goal: 200,
      ...noAnchor,
    }),
    createRow({
      name: `price requests of a day of ${DAY_JOBS} forms on a basic account`,
      value: prices.calls,
      unit: 'calls',
      goal: 200,
      ...noAnchor,
    }),
  ]
}
