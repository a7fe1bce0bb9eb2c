import { expect, test } from 'vitest'
import type { Exchange } from '../../service/http/Exchange.ts'
import { preparedJob, respondOk, respondWith, testEngine } from './testEngine.ts'

const minute = 60_000
const accepted = () => respondOk({ request_id: 'c08a339c-73e5-4d67-a4d5-231302fbff9a' })

test.each([
  { refunded: true, money: 'refunded', entries: ['quoted', 'accepted', 'refunded'] },
  { refunded: false, money: 'charged', entries: ['quoted', 'accepted'] },
  { refunded: null, money: 'refund_unconfirmed', entries: ['quoted', 'accepted', 'unconfirmed'] },
  { refunded: 'soon', money: 'refund_unconfirmed', entries: ['quoted', 'accepted', 'unconfirmed'] },
  { money: 'refund_unconfirmed', entries: ['quoted', 'accepted', 'unconfirmed'] },
])(
  'a failed job reports what is known about its charge: $refunded is $money',
  async ({ entries, money, ...refund }) => {
    const failed = respondOk({
      status: 'error',
      error_code: 'WORKER_ERROR',
      error_message: 'It broke',
      ...refund,
    })
    const world = testEngine({ submit: accepted, poll: () => failed })
    const { id } = world.enqueue()
    await world.clock.advance(minute)
    expect(world.store.find(id)).toMatchObject({
      state: 'failed',
      problem: { money, serviceMessage: 'It broke' },
    })
    expect(world.entries).toEqual(entries.map((entry) => `${id} ${entry}`))
  },
)

test('a refund that the balance proves is recorded once and shown on the job', async () => {
  const world = testEngine({ submit: accepted, poll: () => respondOk({ status: 'failed' }) })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  world.jobs.confirmRefunds([id, 'no such job'])
  world.jobs.confirmRefunds([id])
  expect(world.store.find(id)).toMatchObject({ state: 'failed', problem: { money: 'refund_in_balance' } })
  expect(world.entries).toEqual(
    ['quoted', 'accepted', 'unconfirmed', 'refunded'].map((entry) => `${id} ${entry}`),
  )
})

test('no refund is recorded for a job that the service reports as charged', async () => {
  const world = testEngine({ submit: accepted, poll: () => respondOk({ status: 'failed', refunded: false }) })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  world.jobs.confirmRefunds([id])
  expect(world.store.find(id)).toMatchObject({ problem: { money: 'charged' } })
  expect(world.entries).not.toContain(`${id} refunded`)
})

test('a job without enough balance whose batch cannot be paused is rejected once and not sent again', async () => {
  const responses = [respondWith(402), respondWith(402)]
  // The third submit never ends, because an endless loop of them would hang the test.
  const world = testEngine({ submit: () => responses.shift() ?? new Promise<Exchange>(() => {}) })
  world.database.run(
    `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
       VALUES ('batch', 'click', 'Night', 'running', 'c', 'txt2img', '[]', 1)`,
  )
  const identity = { id: 'one', idempotencyKey: 'one', replaces: null, createdAt: 1 }
  world.store.insert({ ...preparedJob, ...identity, batch: 'batch', priority: 1 })
  world.engine.send()
  await world.clock.advance(minute)
  expect(world.store.find('one')).toMatchObject({ state: 'rejected', problem: { code: 'service_balance' } })
  expect(world.calls).toEqual(['submit'])
  expect(world.entries).toEqual(['one released'])
})
