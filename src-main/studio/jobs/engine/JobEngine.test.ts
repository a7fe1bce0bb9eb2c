import { expect, test } from 'vitest'
import type { DownloadOutcome } from '../../library/downloads/DownloadOutcome.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { respondWith, respondOk, testEngine } from './testEngine.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const RENEWED = '11111111-1111-4111-8111-111111111111'
const POLLED = '22222222-2222-4222-8222-222222222222'
const accepted = () => respondOk({ request_id: requestId })
const processing = respondOk({ status: 'processing', progress: 42 })
const done = respondOk({ status: 'done', progress: 100, result_url: 'https://results.example/a.png' })
const lost: Exchange = { kind: 'fault', sent: true, cause: 'reset', detail: 'reset' }
const minute = 60_000

test('a job is saved with one submit after a click', async () => {
  const polls = [processing, done]
  const world = testEngine({ submit: accepted, poll: () => polls.shift() ?? done })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  expect(world.store.find(id)).toMatchObject({ state: 'saved', requestId })
  expect(world.calls).toEqual(['submit', 'poll', 'poll', 'download https://results.example/a.png'])
  expect(world.entries).toEqual([`${id} quoted`, `${id} accepted`])
  expect(world.saved).toHaveLength(1)
})

test('the same click twice is one job and one submit', async () => {
  const world = testEngine({ submit: accepted, poll: () => done })
  const first = world.enqueue('the-click')
  const second = world.enqueue('the-click')
  await world.clock.advance(minute)
  expect(second.id).toBe(first.id)
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(1)
})

test('a job whose response was lost is never sent again by itself, however long it waits', async () => {
  const world = testEngine({ submit: () => lost })
  const { id } = world.enqueue()
  await world.clock.advance(24 * 60 * minute)
  expect(world.store.find(id)).toMatchObject({ state: 'uncertain', problem: { money: 'unknown' } })
  expect(world.calls).toEqual(['submit'])
})

test('the write of a response is retried until it succeeds, while other jobs go on', async () => {
  let broken = true
  const world = testEngine({
    submit: accepted,
    poll: () => done,
    record: (entry) => {
      if (entry === 'accepted' && broken) throw new Error('the disk broke')
    },
  })
  const first = world.enqueue()
  await world.clock.advance(100)
  expect(world.store.find(first.id)?.state).toBe('sending')
  broken = false
  const second = world.enqueue()
  await world.clock.advance(10 * minute)
  expect(world.store.find(first.id)?.state).toBe('saved')
  expect(world.store.find(second.id)?.state).toBe('saved')
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(2)
})

test('a response that can never be written does not delay closing, and its job is uncertain at the next start', async () => {
  const database = migratedDatabase()
  const record = (entry: string) => {
    if (entry === 'accepted') throw new Error('the disk broke')
  }
  const world = testEngine({ submit: accepted, record }, database)
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  await world.engine.close()
  const next = testEngine({ submit: accepted }, database)
  next.engine.markInterruptedUncertain()
  next.engine.start()
  expect(next.store.find(id)).toMatchObject({ state: 'uncertain', problem: { money: 'unknown' } })
  expect(next.calls).toEqual([])
})

test('a job that was being sent when the last session ended is uncertain and not sent again', async () => {
  const before = testEngine({ submit: () => new Promise<Exchange>(() => {}) })
  const { id } = before.enqueue()
  await before.clock.advance(10)
  expect(before.store.find(id)?.state).toBe('sending')

  const after = testEngine({ submit: accepted }, before.database)
  after.engine.markInterruptedUncertain()
  after.engine.start()
  await after.clock.advance(minute)
  expect(after.store.find(id)).toMatchObject({ state: 'uncertain', problem: { code: 'interrupted' } })
  expect(after.calls).toEqual([])
})

test('a running job is polled after a restart, and nothing is sent', async () => {
  const before = testEngine({ submit: accepted, poll: () => processing })
  const { id } = before.enqueue()
  await before.clock.advance(2000)
  const after = testEngine({ poll: () => done }, before.database)
  after.engine.markInterruptedUncertain()
  after.engine.start()
  await after.clock.advance(minute)
  expect(after.store.find(id)?.state).toBe('saved')
  expect(after.calls).not.toContain('submit')
})

test('the end of a job is dated after the last poll that found it running', async () => {
  const polledAt: number[] = []
  const world = testEngine({
    submit: () => respondOk({ request_id: crypto.randomUUID() }),
    poll: () => {
      polledAt.push(world.clock.now())
      return polledAt.length < 12
        ? respondOk({ status: 'processing' })
        : respondOk({ status: 'done', result_url: 'https://results.example/a.png' })
    },
  })
  const { id } = world.enqueue()
  await world.clock.advance(600_000)
  const [lastRunning = 0, foundDone = 0] = polledAt.slice(-2)
  const { doneAt } = world.store.find(id) ?? {}
  expect(doneAt).toBeGreaterThanOrEqual(lastRunning)
  expect(doneAt).toBeLessThanOrEqual(foundDone)
})

test('the poll in flight when the engine closes is the last one', async () => {
  const response = Promise.withResolvers<Exchange>()
  const world = testEngine({ submit: accepted, poll: () => response.promise })
  world.enqueue()
  await world.clock.advance(5000)
  const closing = world.engine.close()
  response.resolve(processing)
  await closing
  await world.clock.advance(minute)
  expect(world.calls).toEqual(['submit', 'poll'])
  expect(world.clock.pending()).toBe(0)
})

test('a job whose polls were rejected shows why and until when, and neither once a poll succeeds', async () => {
  const polls = [respondWith(429, { 'retry-after': '30' })]
  const world = testEngine({ submit: accepted, poll: () => polls.shift() ?? processing })
  const { id } = world.enqueue()
  await world.clock.advance(10_000)
  expect(world.store.find(id)).toMatchObject({
    state: 'running',
    problem: { code: 'service_rate_limited' },
    waitsUntil: expect.any(Number),
  })
  await world.clock.advance(minute)
  expect(world.store.find(id)).toMatchObject({ state: 'running', problem: null, waitsUntil: null })
})

test('a job refused with 429 waits for the time in Retry-After and is then sent once', async () => {
  const responses = [respondWith(429, { 'retry-after': '30' }), accepted()]
  const world = testEngine({ submit: () => responses.shift() ?? respondWith(500), poll: () => processing })
  const { id } = world.enqueue()
  await world.clock.advance(29_000)
  expect(world.store.find(id)).toMatchObject({ state: 'queued', problem: { money: 'not_charged' } })
  expect(world.calls).toEqual(['submit'])
  await world.clock.advance(2000)
  expect(world.store.find(id)?.state).toBe('running')
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(2)
})

test('a rejected job is final, releases its quote and shows the service’s messages at their fields', async () => {
  const refused: Exchange = {
    kind: 'response',
    status: 422,
    headers: {},
    text: '',
    json: { message: 'The width is too large.', errors: { width: ['at most 1536'] } },
  }
  const world = testEngine({ submit: () => refused })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  expect(world.store.find(id)).toMatchObject({
    state: 'rejected',
    problem: { money: 'not_charged', fields: { width: ['at most 1536'] } },
  })
  expect(world.entries).toContain(`${id} released`)
})

test.each([500, 503, 404, 429])(
  'polls with the status %i never fail a job or send it again',
  async (status) => {
    let polls = 0
    const world = testEngine({ submit: accepted, poll: () => (++polls < 4 ? respondWith(status) : done) })
    const { id } = world.enqueue()
    await world.clock.advance(10 * minute)
    expect(world.store.find(id)?.state).toBe('saved')
    expect(world.calls.filter((call) => call === 'submit')).toHaveLength(1)
  },
)

test('a job that the service no longer knows is missing and can be polled again', async () => {
  let known = false
  const world = testEngine({ submit: accepted, poll: () => (known ? done : respondWith(404)) })
  const { id } = world.enqueue()
  await world.clock.advance(6 * 60 * minute)
  expect(world.store.find(id)?.state).toBe('vanished')
  known = true
  world.jobs.tryAgain(id)
  await world.clock.advance(minute)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('an expired link is renewed by one poll', async () => {
  const expired: DownloadOutcome = { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }
  const fresh = respondOk({ status: 'done', result_url: 'https://results.example/fresh.png' })
  const polls = [done, fresh]
  const world = testEngine({
    submit: accepted,
    poll: () => polls.shift() ?? fresh,
    download: (url) => (url.includes('fresh') ? saved : expired),
  })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.calls.slice(-2)).toEqual(['poll', 'download https://results.example/fresh.png'])
})

test('running jobs are polled after a restart that first renews an expired link', async () => {
  const expired: DownloadOutcome = { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }
  const ids = [RENEWED, POLLED]
  const database = migratedDatabase()
  const earlier = testEngine(
    {
      submit: () => respondOk({ request_id: ids.shift() }),
      poll: (path) => (path.endsWith(RENEWED) ? done : respondOk({ status: 'processing' })),
      download: () => new Promise(() => {}),
    },
    database,
  )
  earlier.enqueue()
  earlier.enqueue('another')
  await earlier.clock.advance(minute)
  const states = () => database.all('SELECT state FROM jobs ORDER BY state').map((row) => row['state'])
  expect(states()).toEqual(['running', 'saving'])

  const clock = fakeClock(earlier.clock.now())
  const world = testEngine(
    {
      poll: async () => {
        await new Promise<void>((resolve) => void clock.after(500, resolve))
        return respondOk({ status: 'done', result_url: 'https://results.example/fresh.png' })
      },
      download: (url) => (url.includes('fresh') ? saved : expired),
    },
    database,
    undefined,
    { clock },
  )
  world.engine.start()
  await clock.advance(10 * minute)
  expect(states()).toEqual(['saved', 'saved'])
})

test('a result that cannot be downloaded is retried, then shown as unsaved, and never generated again', async () => {
  const failing: DownloadOutcome = {
    kind: 'failed',
    problem: { code: 'service_unreachable', money: 'charged' },
  }
  let reachable = false
  const world = testEngine({
    submit: accepted,
    poll: () => done,
    download: () => (reachable ? saved : failing),
  })
  const { id } = world.enqueue()
  await world.clock.advance(60 * minute)
  expect(world.store.find(id)).toMatchObject({ state: 'unsaved', problem: { money: 'charged' } })
  reachable = true
  world.jobs.tryAgain(id)
  await world.clock.advance(minute)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(1)
})

test('a result waits for free disk space for as long as it takes', async () => {
  const full: DownloadOutcome = { kind: 'disk', problem: { code: 'disk_full', money: 'charged' } }
  let space = false
  const world = testEngine({ submit: accepted, poll: () => done, download: () => (space ? saved : full) })
  const { id } = world.enqueue()
  await world.clock.advance(3 * 60 * minute)
  expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code: 'disk_full' } })
  expect(world.calls, 'checks the disk although there is nothing to send').toContain('disk check')
  space = true
  await world.clock.advance(minute)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('an uncertain job can be given its request id, sent again or closed', async () => {
  const responses = [lost, lost, lost]
  const world = testEngine({ submit: () => responses.shift() ?? accepted(), poll: () => done })
  const [found, again, closed] = [world.enqueue(), world.enqueue(), world.enqueue()]
  await world.clock.advance(5 * minute)

  world.jobs.resolveUncertain({
    id: found.id,
    choice: 'found',
    requestId: '0d6d2f0b-1f7a-4f4e-9b39-6f1c2f9e8a11',
  })
  const second = world.jobs.resolveUncertain({
    id: again.id,
    choice: 'send_again',
    idempotencyKey: 'a new click',
    quote: { key: 'k', price: 77, quotedAt: 1 },
  })
  world.jobs.resolveUncertain({ id: closed.id, choice: 'close' })
  await world.clock.advance(15 * minute)

  expect(world.store.find(found.id)?.state).toBe('saved')
  expect(world.store.find(again.id)?.state).toBe('closed')
  expect(world.store.find(second.id)).toMatchObject({
    state: 'saved',
    replaces: again.id,
    price: 77,
  })
  expect(world.store.find(closed.id)?.state).toBe('closed')
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(4)
})

test('"send again" at a price that changed meanwhile sends nothing and leaves the decision open', async () => {
  const world = testEngine({ submit: () => lost })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  const quote = { key: 'k', price: 13, quotedAt: 1 }
  const again = () =>
    world.jobs.resolveUncertain({ id, choice: 'send_again', idempotencyKey: 'again', quote })
  expect(again).toThrow(
    expect.objectContaining({
      problem: { code: 'price_changed', money: 'not_charged', params: { shown: 13, price: 14 } },
    }),
  )
  expect(world.store.find(id)?.state).toBe('uncertain')
  await world.clock.advance(minute)
  expect(world.calls).toEqual(['submit'])
})

test('"send again" clicked twice is one job', async () => {
  const responses = [lost]
  const world = testEngine({ submit: () => responses.shift() ?? accepted(), poll: () => done })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  const again = { id, choice: 'send_again', idempotencyKey: 'a new click', quote: null } as const
  expect(world.jobs.resolveUncertain(again).id).toBe(world.jobs.resolveUncertain(again).id)
  await world.clock.advance(minute)
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(2)
})

test('a job can be cancelled until it is sent, not after', async () => {
  const held = testEngine({ submit: () => respondWith(429, { 'retry-after': '60' }) })
  const { id } = held.enqueue()
  await held.clock.advance(100)
  expect(held.jobs.cancel(id).state).toBe('cancelled')
  await held.clock.advance(5 * minute)
  expect(held.calls).toEqual(['submit'])

  const sent = testEngine({ submit: accepted, poll: () => processing })
  const running = sent.enqueue()
  await sent.clock.advance(100)
  expect(() => sent.jobs.cancel(running.id)).toThrow('job_wrong_state')
})

const saved: DownloadOutcome = {
  kind: 'file',
  file: {
    path: '2026/01/b.png',
    bytes: 3,
    sha256: 'y',
    kind: 'image',
    mime: 'image/png',
    format: 'png',
    width: 64,
    height: 64,
    durationMs: null,
  },
}
