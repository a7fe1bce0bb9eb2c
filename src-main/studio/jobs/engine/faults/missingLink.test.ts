import { expect, test } from 'vitest'
import { respondOk, testEngine } from '../testEngine.ts'

const HOUR_MS = 3_600_000

test('a result without a link is asked for once in each attempt', async () => {
  const attempts: number[] = []
  const world = testEngine({
    submit: () => respondOk({ request_id: '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11' }),
    poll: () => {
      attempts.push(world.clock.now())
      return respondOk({ status: 'done', progress: 100 })
    },
  })
  world.enqueue()
  await world.clock.advance(6 * HOUR_MS)
  // The first one is the poll that found the job done.
  const [, ...renewals] = attempts
  expect(renewals.length).toBeGreaterThan(5)
  expect(new Set(renewals).size).toBe(renewals.length)
})
