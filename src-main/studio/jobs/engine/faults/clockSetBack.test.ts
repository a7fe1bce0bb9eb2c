import { expect, test } from 'vitest'
import { SimClock } from '../../simulation/SimClock.ts'
import { respondWith, respondOk, preparedJob, testEngine, type Script } from '../testEngine.ts'
import { migratedDatabase } from '../../../testing/migratedDatabase.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'

function openWorld(script: Partial<Script>) {
  const simClock = new SimClock()
  const clock = simClock.ofSession(() => false)
  return { simClock, ...testEngine(script, migratedDatabase(), preparedJob, { clock }) }
}

test('setting the clock back an hour doesn’t delay polls', async () => {
  const polls: number[] = []
  const world = openWorld({
    submit: () => respondOk({ request_id: requestId }),
    poll: () => {
      polls.push(world.simClock.time)
      return respondOk({ status: 'processing' })
    },
  })
  world.enqueue()
  await world.simClock.advance(2 * MINUTE)
  world.simClock.setBack(HOUR)
  const setBackAt = world.simClock.time
  await world.simClock.advance(MINUTE)
  const after = polls.filter((at) => at > setBackAt)
  expect(after.length).toBeGreaterThanOrEqual(5)
  expect((after[0] ?? 0) - setBackAt).toBeLessThan(15_000)
})

test('a job that runs for hours is polled on time although the clock was set back', async () => {
  const polls: number[] = []
  const world = openWorld({
    submit: () => respondOk({ request_id: requestId }),
    poll: () => {
      polls.push(world.simClock.time)
      return respondOk({ status: 'processing' })
    },
  })
  world.enqueue()
  await world.simClock.advance(3 * HOUR)
  const last = polls.at(-1) ?? 0
  world.simClock.setBack(HOUR)
  await world.simClock.advance(10 * MINUTE)
  const next = polls.find((at) => at > last) ?? Number.POSITIVE_INFINITY
  expect(next - last).toBeLessThanOrEqual(6 * MINUTE)
})

test('setting the clock back an hour doesn’t delay retries', async () => {
  const responses = [respondWith(429, { 'retry-after': '30' })]
  const world = openWorld({ submit: () => responses.shift() ?? respondOk({ request_id: requestId }) })
  world.enqueue()
  await world.simClock.advance(10_000)
  world.simClock.setBack(HOUR)
  await world.simClock.advance(19_000)
  expect(
    world.calls.filter((call) => call === 'submit'),
    'the retry isn’t sent early either',
  ).toHaveLength(1)
  await world.simClock.advance(5000)
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(2)
})

test('a wait that began while the clock was an hour ahead is not an hour longer after a restart', async () => {
  const world = openWorld({ submit: () => respondWith(429, { 'retry-after': '60' }) })
  world.simClock.sleep(HOUR)
  world.enqueue()
  await world.simClock.advance(1000)
  await world.engine.close()
  world.simClock.setBack(HOUR)
  const restarted = testEngine(
    { submit: () => respondOk({ request_id: requestId }) },
    world.database,
    preparedJob,
    {
      clock: world.simClock.ofSession(() => false),
    },
  )
  restarted.engine.markInterruptedUncertain()
  restarted.engine.start()
  await world.simClock.advance(2 * MINUTE)
  expect(restarted.calls).toContain('submit')
})
