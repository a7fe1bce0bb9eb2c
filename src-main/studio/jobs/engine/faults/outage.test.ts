import { makeProblem } from '../../../../../src-preload/testing/makeProblem.ts'
import { describe, expect, test } from 'vitest'
import type { DownloadOutcome } from '../../../library/downloads/DownloadOutcome.ts'
import type { Exchange } from '../../../service/http/Exchange.ts'
import { type Outage, outages } from '../../../testing/outages.ts'
import { insertJob } from '../../store/newJobs.ts'
import { respondWith, storedFile, respondOk, preparedJob, testEngine } from '../testEngine.ts'

const minute = 60_000
const done = respondOk({ status: 'done', progress: 100, result_url: 'https://results.example/a.png' })
const lost: Exchange = { kind: 'fault', sent: true, cause: 'reset', detail: 'reset' }

function queueOf(
  count: number,
  submit: (path: string) => Exchange | Promise<Exchange>,
  probe = () => true,
  poll = () => respondOk({ status: 'processing' }),
) {
  const world = testEngine({ submit: ({ path }) => submit(path), poll, probe })
  const add = (id: string, operation = 'txt2img', connection = 'c') =>
    insertJob(world.database, {
      ...preparedJob,
      connection: { id: connection, name: connection },
      operation,
      request: { ...preparedJob.request, path: `${connection} ${operation}` },
      id,
      idempotencyKey: id,
      replaces: null,
      createdAt: 1,
    })
  for (let n = 0; n < count; n++) add(`job ${n}`)
  const sent = () => world.calls.filter((call) => call === 'submit').length
  return { ...world, add, sent }
}

const hour = 60 * minute
const accepted = (): Exchange => respondOk({ request_id: crypto.randomUUID() })

describe.each(outages.lengths)('an outage of $length', ({ ms }) => {
  test.each<Outage>(outages.uncertain)(
    'in which $name leaves at most five jobs uncertain, and the rest is sent when it is over',
    async (outage) => {
      let isOver = false
      const submit = () => (isOver ? accepted() : outages.response(outage, world.clock))
      const world = queueOf(60, submit, undefined, () => done)
      world.engine.send()
      await world.clock.advance(ms)
      expect(world.store.countIn(['uncertain'])).toBeLessThanOrEqual(5)
      expect(world.store.countIn(['queued', 'sending', 'uncertain'])).toBe(60)
      isOver = true
      await world.clock.advance(60 * hour)
      expect(world.store.countIn(['queued', 'sending'])).toBe(0)
      expect(world.sent()).toBe(60)
    },
  )

  test.each<Outage>(outages.certain)(
    'in which $name sends at most two requests a minute, and every job when it is over',
    async (outage) => {
      let isOver = false
      const times: number[] = []
      const world = queueOf(60, () => {
        if (!isOver) times.push(world.clock.now() - beganAt)
        return isOver ? accepted() : outages.response(outage, world.clock)
      })
      const beganAt = world.clock.now()
      world.engine.send()
      await world.clock.advance(ms)
      expect(world.store.countIn(['queued', 'sending'])).toBe(60)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
      isOver = true
      await world.clock.advance(hour)
      expect(world.store.countIn(['running'])).toBe(60)
    },
  )

  test.each<Outage>([...outages.uncertain, ...outages.certain, outages.notFound])(
    'in which $name for polls loses no paid job, and polls at most twice a minute',
    async (outage) => {
      let isOver = false
      const times: number[] = []
      const world = testEngine({
        submit: accepted,
        poll: () => {
          if (!isOver) times.push(world.clock.now() - beganAt)
          return isOver ? done : outages.response(outage, world.clock)
        },
      })
      const beganAt = world.clock.now()
      for (let n = 0; n < 30; n++) world.enqueue()
      await world.clock.advance(ms)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
      isOver = true
      await world.clock.advance(25 * hour)
      expect(world.store.countIn(['saved'])).toBe(30)
    },
  )

  test.each<[string, DownloadOutcome]>([
    ['fail', { kind: 'failed', problem: { code: 'service_error', money: 'charged' } }],
    [
      'find a page in place of the result',
      { kind: 'refused', problem: { code: 'result_refused', money: 'charged' } },
    ],
    ['find an expired link', { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }],
    ['hang', { kind: 'failed', problem: { code: 'service_timeout', money: 'charged' } }],
  ])(
    'in which downloads of results %s causes at most two attempts a minute, starts one on request, and loses no result',
    async (how, outcome) => {
      let isOver = false
      let links = 0
      const times: number[] = []
      const world = testEngine({
        submit: accepted,
        // Each response contains a newly signed link.
        poll: () =>
          respondOk({ status: 'done', result_url: `https://host${links++ % 3}.example/${links}.png` }),
        download: async () => {
          if (isOver) return { kind: 'file', file: storedFile }
          times.push(world.clock.now() - beganAt)
          if (how === 'hang') await new Promise<void>((resolve) => void world.clock.after(minute, resolve))
          return outcome
        },
      })
      const beganAt = world.clock.now()
      for (let n = 0; n < 30; n++) world.enqueue()
      await world.clock.advance(ms)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
      if (ms > 24 * hour) expect(outages.perQuarterHour(times, ms)).toBeLessThanOrEqual(2)
      await world.clock.advance(minute)
      const before = times.length
      world.engine.retryNow('c')
      await world.clock.advance(0)
      expect(times.length - before).toBeGreaterThanOrEqual(1)
      // The second is for a link that was renewed.
      expect(times.length - before).toBeLessThanOrEqual(2)
      isOver = true
      await world.clock.advance(3 * hour)
      expect(world.store.countIn(['saved'])).toBe(30)
    },
  )
})

test('restarts during an outage of two days leave at most five jobs uncertain, and the others are sent afterwards', async () => {
  let isOver = false
  const submit = () => (isOver ? accepted() : lost)
  const script = { submit, poll: () => done }
  const { database, clock, enqueue, engine } = testEngine(script)
  for (let n = 0; n < 30; n++) enqueue()
  await clock.advance(10 * minute)
  await engine.close()
  let world = testEngine(script, database, preparedJob, { clock })
  for (let n = 0; n < 96; n++) {
    world.engine.markInterruptedUncertain()
    world.engine.start()
    await clock.advance(hour / 2)
    await world.engine.close()
    world = testEngine(script, database, preparedJob, { clock })
  }
  expect(world.store.countIn(['uncertain'])).toBeLessThanOrEqual(5)
  isOver = true
  world.engine.start()
  await clock.advance(60 * hour)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('uncertain jobs that are older than the last accepted one hold no job after a restart', async () => {
  const responses = [lost, lost]
  const script = {
    submit: () => responses.shift() ?? accepted(),
    poll: () => respondOk({ status: 'processing' }),
  }
  const before = testEngine(script)
  for (let n = 0; n < 5; n++) before.enqueue()
  await before.clock.advance(hour)
  expect(before.store.countIn(['uncertain'])).toBe(2)
  await before.engine.close()
  const { clock } = before
  const after = testEngine(script, before.database, preparedJob, { clock, uuid: () => 'new' })
  after.engine.start()
  after.enqueue('new click')
  await clock.advance(0)
  expect(after.store.find('new')?.state).toBe('running')
  expect(after.calls).not.toContain('probe')
})

test('nothing that may be charged is sent while probes fail, and the first successful probe releases the queue', async () => {
  let isOver = false
  const world = queueOf(
    20,
    () => (isOver ? accepted() : lost),
    () => isOver,
  )
  world.engine.send()
  await world.clock.advance(8 * hour)
  expect(world.sent()).toBeLessThanOrEqual(2)
  expect(world.calls.filter((call) => call === 'probe').length).toBeLessThan(50)
  isOver = true
  await world.clock.advance(16 * minute)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('the next job of a held queue shows why it waits', async () => {
  const world = queueOf(
    20,
    () => respondWith(502),
    () => false,
  )
  world.engine.send()
  await world.clock.advance(hour)
  const [next] = world.store.page(['queued'], null, 120).toReversed()
  expect(next).toMatchObject({
    problem: { code: 'service_error', money: 'not_charged' },
    waitsUntil: expect.any(Number),
  })
})

test('a click during an outage sends one request at once, and a success releases the queue', async () => {
  let isOver = false
  const world = queueOf(60, () => (isOver ? accepted() : lost))
  world.engine.send()
  await world.clock.advance(3 * hour)
  const before = world.sent()
  world.enqueue()
  await world.clock.advance(1000)
  expect(world.sent()).toBe(before + 1)
  isOver = true
  world.enqueue()
  await world.clock.advance(minute)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test.each<[string, (world: ReturnType<typeof queueOf>) => void]>([
  ['a new job', ({ enqueue }) => void enqueue()],
  ['"Try again" on a job', ({ jobs }) => void jobs.tryAgain('job 40')],
])('%s during a complete outage tries its own operation and no other', async (_, click) => {
  const paths: string[] = []
  const world = queueOf(60, (path) => {
    paths.push(path)
    return lost
  })
  for (let n = 0; n < 30; n++) {
    world.add(`video ${n}`, 'txt2video')
    world.add(`other ${n}`, 'txt2img', 'other')
  }
  world.engine.send()
  await world.clock.advance(3 * hour)
  paths.length = 0
  click(world)
  await world.clock.advance(minute)
  expect(paths).toHaveLength(1)
  expect(['c txt2img', 'txt2img']).toContain(paths[0])
})

test('"Try again" on a running job polls it and sends nothing', async () => {
  const world = testEngine({ submit: () => lost, poll: () => lost })
  for (const [id, state] of [
    ['running', 'running'],
    ['queued', 'queued'],
  ] as const) {
    insertJob(world.database, { ...preparedJob, id, idempotencyKey: id, replaces: null, createdAt: 1 })
    if (state === 'running') {
      world.store.move(id, 'sending')
      world.store.move(id, 'running', { requestId: crypto.randomUUID(), acceptedAt: 1 })
    }
  }
  for (let n = 0; n < 10; n++) world.enqueue()
  world.engine.start()
  await world.clock.advance(3 * hour)
  const before = world.calls.length
  world.jobs.tryAgain('running')
  await world.clock.advance(1000)
  expect(world.calls.slice(before)).toEqual(['poll'])
})

test('a rejected key is reported once, and a new key releases the queue at once', async () => {
  let isAccepted = false
  const world = queueOf(
    60,
    () => (isAccepted ? accepted() : respondWith(401)),
    () => isAccepted,
  )
  world.engine.send()
  await world.clock.advance(hour)
  expect(world.store.countIn(['queued'])).toBe(60)
  expect(world.calls.filter((call) => call === 'key refused')).toHaveLength(1)
  expect(world.sent()).toBe(1)
  isAccepted = true
  world.engine.accessChanged('c')
  await world.clock.advance(1000)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('a 404 about one job rejects it, several in a row hold the operation', async () => {
  const world = queueOf(60, () => respondWith(404))
  world.engine.send()
  await world.clock.advance(hour)
  expect(world.store.countIn(['rejected'])).toBe(3)
  expect(world.store.countIn(['queued'])).toBe(57)
})

test('responses that are lost occasionally hold the queue for seconds only', async () => {
  let n = 0
  const world = queueOf(60, () => (n++ % 4 === 0 ? lost : accepted()))
  world.engine.send()
  await world.clock.advance(2 * minute)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('a failing operation delays no other operation of its connection', async () => {
  const world = queueOf(30, (path) => (path === 'c txt2img' ? respondWith(500) : accepted()))
  for (let n = 0; n < 30; n++) world.add(`video ${n}`, 'txt2video')
  world.engine.send()
  await world.clock.advance(minute)
  expect(world.store.countIn(['running'])).toBe(30)
  expect(world.store.countIn(['uncertain'])).toBeLessThanOrEqual(5)
})

test('a response with the request id of another job leaves the job uncertain', async () => {
  const world = queueOf(2, () => respondOk({ request_id: '123e4567-e89b-42d3-a456-426614174000' }))
  world.engine.send()
  await world.clock.advance(1000)
  expect(world.store.countIn(['running'])).toBe(1)
  expect(world.store.countIn(['uncertain'])).toBe(1)
})

test('a status about another job is ignored', async () => {
  const world = testEngine({
    submit: accepted,
    poll: () =>
      respondOk({
        status: 'done',
        request_id: crypto.randomUUID(),
        result_url: 'https://results.example/a.png',
      }),
  })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  expect(world.store.find(id)?.state).toBe('running')
})

test('a job that exceeds a limit does not delay a cheaper one', async () => {
  const world = testEngine({
    submit: accepted,
    poll: () => respondOk({ status: 'processing' }),
    admit: ({ id }) =>
      id === expensive
        ? { kind: 'hold', scope: 'connection', problem: makeProblem('budget_full', { money: 'not_charged' }) }
        : { kind: 'send' },
  })
  let expensive = ''
  world.database.transaction(() => {
    for (const id of ['expensive', 'cheap'])
      insertJob(world.database, { ...preparedJob, id, idempotencyKey: id, replaces: null, createdAt: 1 })
  })
  expensive = 'expensive'
  world.engine.send()
  await world.clock.advance(1000)
  expect(world.store.find('cheap')?.state).toBe('running')
  expect(world.store.find('expensive')).toMatchObject({ state: 'queued', problem: { code: 'budget_full' } })
})

test('a missing job is polled slowly and at each start, and saved once the service knows it again', async () => {
  let isKnown = false
  const poll = () => (isKnown ? done : respondWith(404))
  const before = testEngine({ submit: accepted, poll })
  const { id } = before.enqueue()
  await before.clock.advance(24 * hour)
  expect(before.store.find(id)?.state).toBe('vanished')
  const callsBefore = before.calls.length
  await before.clock.advance(7 * 24 * hour)
  expect(before.calls.length - callsBefore).toBeLessThan(15)
  await before.engine.close()
  isKnown = true
  const after = testEngine({ poll }, before.database)
  after.engine.start()
  await after.clock.advance(minute)
  expect(after.store.find(id)?.state).toBe('saved')
})
