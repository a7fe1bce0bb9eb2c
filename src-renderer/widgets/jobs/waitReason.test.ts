import { describe, expect, test } from 'vitest'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { formatClock } from '../../lib/format/time.ts'
import { canTryAgain, type WaitContext, waitLink, waitText } from './waitReason.ts'

const now = new Date(2026, 10, 22, 14, 0).getTime()
const limited: Problem = { code: 'service_rate_limited', money: 'not_charged', params: { status: 429 } }
const unreachable: Problem = { code: 'service_unreachable', money: 'not_charged' }
const damaged: Problem = { code: 'result_damaged', money: 'charged' }
const priceChanged: Problem = {
  code: 'price_changed',
  money: 'not_charged',
  params: { shown: 1, price: 2 },
}
const outage = {
  since: now - 60_000,
  reason: 'refused',
  status: null,
  nextTryAt: now,
  trying: false,
} as const
const noContext: WaitContext = { outage: null, isPaused: false, queueProblem: null, batch: null }
const job = (state: Job['state'], problem: Problem | null = null, wait: number | null = null) => ({
  state,
  problem,
  waitsUntil: wait === null ? null : now + wait,
})

describe('a waiting job shows the reason and the end of its wait', () => {
  test.each([
    [
      'a rate limit that ends within a minute',
      job('queued', limited, 6000),
      'The service limits how often Easel sends requests. Sends in 6.0 s.',
    ],
    [
      'a rate limit that ends later',
      job('queued', limited, 180_000),
      `The service limits how often Easel sends requests. Sends at ${formatClock(now + 180_000)}.`,
    ],
    ['no network', job('queued', unreachable, 4000), 'Easel can’t reach the service. Sends in 4.0 s.'],
    [
      'a damaged result',
      job('saving', damaged, 15_000),
      'The downloaded file is damaged. Next download in 15 s.',
    ],
    [
      'a rate limit of status checks',
      job('running', limited, 30_000),
      'The service limits how often Easel sends requests. Next status check in 30 s.',
    ],
    [
      'a wait that is over',
      job('running', limited, -1),
      'The service limits how often Easel sends requests.',
    ],
  ])('%s', (_, waitingJob, text) =>
    expect(waitText(waitingJob, now, { ...noContext, outage: null, isPaused: false })).toBe(text),
  )

  test('an outage of the connection is shown for queued and running jobs', () => {
    const time = formatClock(outage.since)
    expect(waitText(job('queued'), now, { ...noContext, outage: outage, isPaused: false })).toMatch(
      `Easel can’t reach the service (since ${time}). Nothing was sent`,
    )
    expect(
      waitText(job('running', unreachable), now, { ...noContext, outage: outage, isPaused: false }),
    ).toMatch(`(since ${time}). The job continues there`)
  })

  test('a paused queue is shown for queued jobs only', () => {
    expect(waitText(job('queued'), now, { ...noContext, outage: null, isPaused: true })).toBe(
      'The queue is paused. Nothing was sent.',
    )
    expect(waitText(job('running'), now, { ...noContext, outage: null, isPaused: true })).toBeNull()
  })

  test('jobs without a problem and finished jobs show nothing', () => {
    expect(waitText(job('running'), now, { ...noContext, outage: null, isPaused: false })).toBeNull()
    expect(
      waitText(job('failed', unreachable), now, { ...noContext, outage: outage, isPaused: true }),
    ).toBeNull()
  })
})

test.each([
  ['a result that could not be downloaded', job('saving', damaged), null, true],
  ['a result being downloaded', job('saving'), null, false],
  ['a running job during an outage', job('running'), outage, true],
  ['a running job', job('running'), null, false],
  ['a rate-limited queued job', job('queued', limited, 6000), null, false],
  ['a job that can’t be sent', job('queued', unreachable, 6000), null, true],
  ['a job whose price changed', job('queued', priceChanged), null, false],
  ['a job whose price changed, during an outage', job('queued', priceChanged), outage, false],
  ['a failed job', job('failed', unreachable), outage, false],
])('a retry is offered only if it may help: %s', (_, waitingJob, outageOrNull, expected) => {
  expect(canTryAgain(waitingJob, outageOrNull)).toBe(expected)
})

test('a job whose price changed links to the queue, where the new price is accepted', () => {
  const waitingJob = { ...job('queued', priceChanged), connection: { id: 'c', name: 'Main' } }
  expect(waitLink(waitingJob, noContext)).toMatchObject({ path: 'queue' })
  expect(waitLink({ ...waitingJob, state: 'failed' }, noContext)).toBeNull()
})
