import { expect, test } from 'vitest'
import type { DownloadOutcome } from '../../library/downloads/DownloadOutcome.ts'
import { respondWith, storedFile, respondOk, testEngine } from './testEngine.ts'

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const done = respondOk({ status: 'done', progress: 100, result_url: 'https://results.example/a.png' })
const damaged: DownloadOutcome = { kind: 'failed', problem: { code: 'result_damaged', money: 'charged' } }
const accepted = { submit: () => respondOk({ request_id: requestId }) }
const countCalls = (calls: string[], name: string) => calls.filter((call) => call.startsWith(name)).length

test('"Try again" downloads a waiting result at once', async () => {
  let isGood = false
  const world = testEngine({
    ...accepted,
    poll: () => done,
    download: () => (isGood ? { kind: 'file', file: storedFile } : damaged),
  })
  const { id } = world.enqueue()
  await world.clock.advance(40_000)
  expect(world.store.find(id)).toMatchObject({ state: 'saving', waitsUntil: expect.any(Number) })
  isGood = true
  expect(world.jobs.tryAgain(id).waitsUntil).toBeNull()
  await world.clock.advance(0)
  expect(world.store.find(id)?.state).toBe('saved')
  await world.clock.advance(3_600_000)
  expect(countCalls(world.calls, 'submit')).toBe(1)
})

test('"Try again" polls a running job once, immediately', async () => {
  let poll = respondWith(503)
  const world = testEngine({ ...accepted, poll: () => poll })
  const { id } = world.enqueue()
  await world.clock.advance(10 * 60_000)
  const before = countCalls(world.calls, 'poll')
  poll = respondOk({ status: 'processing', progress: 40 })
  world.jobs.tryAgain(id)
  await world.clock.advance(0)
  expect(countCalls(world.calls, 'poll')).toBe(before + 1)
  expect(world.store.find(id)).toMatchObject({ state: 'running', problem: null })
})

test('running jobs are polled at once when their connection works again', async () => {
  let poll = respondWith(503)
  const world = testEngine({ submit: () => respondOk({ request_id: crypto.randomUUID() }), poll: () => poll })
  const jobs = [world.enqueue(), world.enqueue()]
  await world.clock.advance(30 * 60_000)
  const before = countCalls(world.calls, 'poll')
  poll = done
  world.engine.retryNow('other')
  await world.clock.advance(0)
  expect(countCalls(world.calls, 'poll')).toBe(before)
  world.engine.retryNow('c')
  await world.clock.advance(5000)
  for (const { id } of jobs) expect(world.store.find(id)?.state).toBe('saved')
})

test('"Try again" respects a rate limit of the service', async () => {
  const world = testEngine({ ...accepted, poll: () => respondWith(429, { 'retry-after': '600' }) })
  const { id } = world.enqueue()
  await world.clock.advance(60_000)
  const before = countCalls(world.calls, 'poll')
  world.jobs.tryAgain(id)
  await world.clock.advance(60_000)
  expect(countCalls(world.calls, 'poll')).toBe(before)
})
