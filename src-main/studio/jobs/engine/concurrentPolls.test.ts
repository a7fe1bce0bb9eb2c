import { expect, test } from 'vitest'
import type { Exchange } from '../../service/http/Exchange.ts'
import { respondOk, respondWith, testEngine } from './testEngine.ts'

const FIRST = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const SECOND = 'c08a339c-73e5-4d67-a4d5-231302fbff9a'
const HOUR_MS = 3_600_000
const failed = respondOk({ status: 'failed', refunded: true })
const done = respondOk({ status: 'done', result_url: 'https://results.example/a.png' })

/** A job whose polls get their responses from the test. */
function setUp() {
  const polls: { path: string; respond: (exchange: Exchange) => void }[] = []
  /** The response to every further poll; null while the test responds to each one itself. */
  const script: { response: Exchange | null } = { response: null }
  const world = testEngine({
    submit: () => respondOk({ request_id: FIRST }),
    poll: (path) => {
      if (script.response) return script.response
      const { promise, resolve } = Promise.withResolvers<Exchange>()
      polls.push({ path, respond: resolve })
      return promise
    },
  })
  const { id } = world.enqueue()
  return { ...world, id, polls, script }
}

/** The same with a job that the service no longer knows. */
async function setUpMissing() {
  const world = setUp()
  world.script.response = respondWith(404)
  await world.clock.advance(8 * HOUR_MS)
  expect(world.store.find(world.id)?.state).toBe('vanished')
  return world
}

test('"Try again" during a poll sends no second one at the same time, and a failed job is refunded once', async () => {
  const { clock, jobs, id, polls, script, entries, store } = setUp()
  script.response = respondOk({ status: 'processing' })
  await clock.advance(20_000)
  script.response = null
  await clock.advance(20_000)
  jobs.tryAgain(id)
  await clock.advance(5000)
  expect(polls).toHaveLength(1)
  for (const { respond } of polls) respond(failed)
  await clock.advance(60_000)
  expect(store.find(id)?.state).toBe('failed')
  expect(entries).toEqual([`${id} quoted`, `${id} accepted`, `${id} refunded`])
  expect(polls).toHaveLength(1)
})

test('a job is polled again at once after a poll that was in flight when its connection got a new key', async () => {
  const { clock, engine, id, polls, script, store } = setUp()
  script.response = respondWith(401)
  await clock.advance(10_000)
  script.response = null
  engine.retryNow()
  await clock.advance(1000)
  expect(polls).toHaveLength(1)
  engine.accessChanged('c')
  script.response = done
  polls[0]?.respond(respondWith(401))
  await clock.advance(1000)
  expect(store.find(id)?.state).toBe('saved')
})

test('a missing job is polled at once when its connection gets a new key', async () => {
  const { clock, engine, id, script, store } = await setUpMissing()
  script.response = done
  engine.accessChanged('c')
  await clock.advance(1000)
  expect(store.find(id)?.state).toBe('saved')
})

test('a job that is closed during a poll stays closed and has no progress', async () => {
  const { clock, jobs, id, polls, script, store, live } = await setUpMissing()
  script.response = null
  await clock.advance(24 * HOUR_MS)
  jobs.resolveUncertain({ id, choice: 'close' })
  polls[0]?.respond(respondOk({ status: 'processing', progress: 50 }))
  await clock.advance(24 * HOUR_MS)
  expect(store.find(id)?.state).toBe('closed')
  expect(live.sumProgress()).toBe(0)
  expect(polls).toHaveLength(1)
})

test('a response for a request id that was replaced during the poll is ignored, and the new id is polled at once', async () => {
  const { clock, jobs, id, polls, script, store, calls } = await setUpMissing()
  script.response = null
  await clock.advance(24 * HOUR_MS)
  jobs.resolveUncertain({ id, choice: 'found', requestId: SECOND })
  polls[0]?.respond(done)
  await clock.advance(1000)
  expect(store.find(id)).toMatchObject({ state: 'running', requestId: SECOND })
  expect(calls.filter((call) => call.startsWith('download'))).toEqual([])
  expect(polls[1]?.path).toBe(`request-status/${SECOND}`)
})
