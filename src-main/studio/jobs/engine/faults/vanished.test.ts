import { expect, test } from 'vitest'
import type { Exchange } from '../../../service/http/Exchange.ts'
import { respondWith, respondOk, testEngine } from '../testEngine.ts'

const done = respondOk({ status: 'done', progress: 100, result_url: 'https://results.example/a.png' })
const lost: Exchange = { kind: 'fault', sent: true, cause: 'reset', detail: 'reset' }
const minute = 60_000
const WRONG = '11111111-2222-4333-8444-555555555555'
const RIGHT = '123e4567-e89b-42d3-a456-426614174000'

/** A job whose response was lost, with a request id that the service does not know. */
async function vanished() {
  const world = testEngine({
    submit: () => lost,
    poll: (path) => (path.endsWith(RIGHT) ? done : respondWith(404)),
  })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  world.jobs.resolveUncertain({ id, choice: 'found', requestId: WRONG })
  await world.clock.advance(6 * 60 * minute)
  expect(world.store.find(id)?.state).toBe('vanished')
  return { ...world, id, entries: () => world.entries.map((entry) => entry.replace(`${id} `, '')) }
}

test('a wrong request id of an uncertain job can be replaced by the right one, and its price counts once', async () => {
  const { jobs, clock, store, id, entries } = await vanished()
  jobs.resolveUncertain({ id, choice: 'found', requestId: RIGHT })
  await clock.advance(minute)
  expect(store.find(id)).toMatchObject({ state: 'saved', requestId: RIGHT, problem: null })
  expect(entries()).toEqual(['quoted', 'uncertain', 'accepted'])
})

test('a running job that the service does not know says so at once, and nothing once it is found', async () => {
  let isKnown = false
  const world = testEngine({
    submit: () => respondOk({ request_id: RIGHT }),
    poll: () => (isKnown ? respondOk({ status: 'processing' }) : respondWith(404)),
  })
  const { id } = world.enqueue()
  await world.clock.advance(1500)
  expect(world.calls).toEqual(['submit', 'poll'])
  expect(world.store.find(id)).toMatchObject({
    state: 'running',
    problem: { code: 'job_unknown', money: 'none' },
  })
  isKnown = true
  await world.clock.advance(10_000)
  expect(world.store.find(id)).toMatchObject({ state: 'running', problem: null })
})

test('the pauses between polls of a missing job double, from one hour', async () => {
  const world = testEngine({ submit: () => lost, poll: () => respondWith(404) })
  const { clock, calls, store } = world
  const { id } = world.enqueue()
  await clock.advance(minute)
  world.jobs.resolveUncertain({ id, choice: 'found', requestId: WRONG })
  while (store.find(id)?.state !== 'vanished') await clock.advance(minute)
  const polls = () => calls.filter((call) => call === 'poll').length
  const pauses: number[] = []
  for (let minutes = 1, known = polls(); pauses.length < 4; minutes++) {
    await clock.advance(minute)
    if (polls() === known) continue
    pauses.push(Math.round(minutes / 60))
    known = polls()
    minutes = 0
  }
  expect(pauses).toEqual([1, 2, 4, 8])
})

test('a missing job can be closed: it is no longer polled, and its ledger entry stays', async () => {
  const { jobs, clock, store, id, calls, entries } = await vanished()
  const before = [calls.length, entries().length]
  expect(jobs.resolveUncertain({ id, choice: 'close' })).toMatchObject({
    state: 'closed',
    finishedAt: clock.now(),
  })
  await clock.advance(60 * minute)
  expect([calls.length, entries().length]).toEqual(before)
  expect(() => jobs.tryAgain(id)).toThrow('job_wrong_state')
  expect(store.find(id)?.state).toBe('closed')
})

test('a missing job cannot be sent again like an uncertain one', async () => {
  const { jobs, id, calls } = await vanished()
  const send = { id, choice: 'send_again', idempotencyKey: 'another', quote: null } as const
  expect(() => jobs.resolveUncertain(send)).toThrow('job_wrong_state')
  expect(calls.filter((call) => call === 'submit')).toHaveLength(1)
})

test('the request id of another job is refused, and the job’s own id is polled again', async () => {
  const { jobs, id, store, enqueue, clock } = await vanished()
  const other = enqueue()
  await clock.advance(minute)
  jobs.resolveUncertain({ id: other.id, choice: 'found', requestId: RIGHT })
  for (const requestId of [RIGHT, RIGHT.toUpperCase()])
    expect(() => jobs.resolveUncertain({ id, choice: 'found', requestId })).toThrow('request_taken')
  expect(store.find(id)).toMatchObject({ state: 'vanished', requestId: WRONG })
  expect(jobs.resolveUncertain({ id, choice: 'found', requestId: WRONG }).state).toBe('running')
})

test('a job counts as missing only after three hours of 404s without a status between them', async () => {
  const script = { poll: () => respondWith(404) }
  const world = testEngine({ submit: () => respondOk({ request_id: WRONG }), poll: () => script.poll() })
  const { id } = world.enqueue()
  const state = () => world.store.find(id)?.state
  await world.clock.advance(175 * minute)
  expect(state()).toBe('running')
  script.poll = () => respondOk({ status: 'processing' })
  await world.clock.advance(60 * minute)
  script.poll = () => respondWith(404)
  await world.clock.advance(175 * minute)
  expect(state()).toBe('running')
  await world.clock.advance(60 * minute)
  expect(state()).toBe('vanished')
})

test.each<[number, object, string]>([
  [200, { data: { id: 'c08a339c' } }, 'c08a339c'],
  [429, { message: 'Too many.', data: { request_id: RIGHT } }, RIGHT],
])(
  'a response with status %i that was not understood is shown, because it may name the job',
  async (status, json, text) => {
    const response: Exchange = { kind: 'response', status, headers: {}, text: JSON.stringify(json), json }
    const world = testEngine({ submit: () => response })
    const { id } = world.enqueue()
    await world.clock.advance(1000)
    expect(world.store.find(id)).toMatchObject({
      state: 'uncertain',
      problem: {
        code: 'service_unreadable',
        money: 'unknown',
        params: { detail: expect.stringContaining(text) },
      },
    })
  },
)
