import { expect, test } from 'vitest'
import type { Access } from '../../service/http/Exchange.ts'
import { QueueOrder } from '../store/QueueOrder.ts'
import { insertJob } from '../store/newJobs.ts'
import { respondOk, preparedJob, testEngine } from './testEngine.ts'

/** Two jobs of a batch. The key of the first one is being read. */
async function setUp() {
  const { promise: key, resolve: readKey } = Promise.withResolvers<Access>()
  const admittedPrices: (number | null)[] = []
  const world = testEngine({
    submit: () => respondOk({ request_id: crypto.randomUUID() }),
    poll: () => respondOk({ status: 'processing' }),
    access: () => key,
    admit: ({ price }) => {
      admittedPrices.push(price)
      return { kind: 'send' }
    },
  })
  const { database, engine, clock } = world
  database.run(
    `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
       VALUES ('batch', 'click', 'Night', 'running', 'c', 'txt2img', '[]', 1)`,
  )
  for (const id of ['one', 'two'])
    insertJob(database, {
      ...preparedJob,
      id,
      idempotencyKey: id,
      replaces: null,
      createdAt: 1,
      batch: 'batch',
      priority: 1,
    })
  engine.send()
  await clock.advance(100)
  const confirmKeychain = async () => {
    readKey({ connectionId: 'c', address: 'https://service.example', key: 'key' })
    await clock.advance(100)
  }
  const countSubmits = () => world.calls.filter((call) => call === 'submit').length
  return { ...world, admittedPrices, confirmKeychain, countSubmits, order: new QueueOrder(database) }
}

test('jobs of a batch that is paused while the key is read are sent only when it is resumed', async () => {
  const { engine, clock, store, order, confirmKeychain, countSubmits } = await setUp()
  order.setHold('batch', true)
  await confirmKeychain()
  expect(store.countIn(['queued'])).toBe(2)
  expect(countSubmits()).toBe(0)
  order.setHold('batch', false)
  engine.send()
  await clock.advance(100)
  expect(countSubmits()).toBe(2)
})

test('a job that is cancelled while its key is read is not sent', async () => {
  const { jobs, store, confirmKeychain, countSubmits } = await setUp()
  jobs.cancel('one')
  await confirmKeychain()
  expect(store.find('one')?.state).toBe('cancelled')
  expect(countSubmits()).toBe(1)
})

test('limits are checked with the price that a job got while its key was read', async () => {
  const { store, admittedPrices, confirmKeychain } = await setUp()
  store.update('one', 'queued', { price: 7 })
  await confirmKeychain()
  expect(admittedPrices.slice(0, 2)).toEqual([preparedJob.price, 7])
})
