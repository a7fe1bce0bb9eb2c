import { describe, expect, test } from 'vitest'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { formatClock } from '../../../lib/time.ts'
import { canTryAgain } from './canTryAgain.ts'
import { type WaitContext, waitText } from './waitText.ts'

const now = new Date(2026, 10, 22, 14, 0).getTime()
const limited: Problem = { code: 'service_rate_limited', money: 'not_charged', params: { status: 429 } }
const away: Problem = { code: 'service_unreachable', money: 'not_charged' }
const damaged: Problem = { code: 'result_damaged', money: 'charged' }
const outage = {
  since: now - 60_000,
  reason: 'refused',
  status: null,
  nextTryAt: now,
  trying: false,
} as const
const free: WaitContext = { outage: null, isPaused: false, standing: null, batch: null }
const job = (state: Job['state'], problem: Problem | null = null, wait: number | null = null) => ({
  state,
  problem,
  waitsUntil: wait === null ? null : now + wait,
})

describe('a job that waits says why and until when', () => {
  test.each([
    [
      'a limit, soon',
      job('queued', limited, 6000),
      'The service limits how often Easel sends requests. Sends in 6.0 s.',
    ],
    [
      'a limit, later',
      job('queued', limited, 180_000),
      `The service limits how often Easel sends requests. Sends at ${formatClock(now + 180_000)}.`,
    ],
    ['no network', job('queued', away, 4000), 'Easel can’t reach the service. Sends in 4.0 s.'],
    [
      'a damaged result',
      job('saving', damaged, 15_000),
      'The downloaded file is damaged. Next download in 15 s.',
    ],
    [
      'a limit of polls',
      job('running', limited, 30_000),
      'The service limits how often Easel sends requests. Next status check in 30 s.',
    ],
    [
      'a wait that is over',
      job('running', limited, -1),
      'The service limits how often Easel sends requests.',
    ],
  ])('%s', (_, waiting, words) =>
    expect(waitText(waiting, now, { ...free, outage: null, isPaused: false })).toBe(words),
  )

  test('an outage of the whole connection, for what is to be sent and what runs', () => {
    const time = formatClock(outage.since)
    expect(waitText(job('queued'), now, { ...free, outage: outage, isPaused: false })).toMatch(
      `Easel can’t reach the service (since ${time}). Nothing was sent`,
    )
    expect(waitText(job('running', away), now, { ...free, outage: outage, isPaused: false })).toMatch(
      `(since ${time}). The job continues there`,
    )
  })

  test('a paused queue, for what is to be sent alone', () => {
    expect(waitText(job('queued'), now, { ...free, outage: null, isPaused: true })).toBe(
      'The queue is paused. Nothing was sent.',
    )
    expect(waitText(job('running'), now, { ...free, outage: null, isPaused: true })).toBeNull()
  })

  test('nothing where nothing stands in the way, or it is over', () => {
    expect(waitText(job('running'), now, { ...free, outage: null, isPaused: false })).toBeNull()
    expect(waitText(job('failed', away), now, { ...free, outage: outage, isPaused: true })).toBeNull()
  })
})

test.each([
  ['a result that could not be fetched', job('saving', damaged), null, true],
  ['a result on its way', job('saving'), null, false],
  ['a running job that nothing is heard of', job('running'), outage, true],
  ['a running job', job('running'), null, false],
  ['what a limit of the service holds', job('queued', limited, 6000), null, false],
  ['what can’t be sent', job('queued', away, 6000), null, true],
  ['what failed', job('failed', away), outage, false],
])('trying again is offered where it may help: %s', (_, waiting, out, offered) => {
  expect(canTryAgain(waiting, out)).toBe(offered)
})
