import { expect, test } from 'vitest'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { insertAsset } from '../library/assets/assetRow.ts'
import { StudioEvents } from '../events.ts'
import { Budgets } from '../money/Budgets.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { respondWith, respondOk, preparedJob, testEngine } from './engine/testEngine.ts'
import { QueueOrder } from './store/QueueOrder.ts'
import { migratedDatabase } from '../testing/migratedDatabase.ts'

const REQUEST = '00000000-0000-4000-8000-000000000001'
const done = respondOk({ status: 'done', result_url: 'https://results.example/a.png' })
const running = respondOk({ status: 'processing' })
const accepted = { submit: () => respondOk({ request_id: REQUEST }) }
const collectCalls = (calls: readonly string[]) => calls.filter((call) => call.startsWith('collect'))
const enqueueInto = (world: ReturnType<typeof testEngine>, collection: string, idempotencyKey: string) => {
  const { operation, values } = preparedJob
  const draft = { operation, model: 'm', values, quote: null }
  return world.jobs.enqueue({ ...draft, idempotencyKey, another: false, collection })
}

test('a click for a request that already has a result adds the result to the chosen collection and sends no job', async () => {
  const database = migratedDatabase()
  const addAsset = (asset: Asset) => void insertAsset(database, asset, 'a.png')
  const world = testEngine({ ...accepted, poll: () => done }, database, preparedJob, { addAsset })
  const { id } = world.enqueue('one', false)
  await world.clock.advance(10_000)
  const again = enqueueInto(world, 'posters', 'two')
  expect(again).toMatchObject({ id, state: 'saved', already: 'completed' })
  expect(collectCalls(world.calls)).toEqual([`collect ${world.saved[0]?.id} in posters`])
  expect(world.calls.filter((entry) => entry === 'submit')).toHaveLength(1)
})

test('a job that is enqueued at the front is sent before waiting jobs, and repeating its click creates no other job', () => {
  const world = testEngine({ ...accepted, isPaused: () => true })
  const waiting = [world.enqueue('one').id, world.enqueue('two').id]
  const { operation, values } = preparedJob
  const click = { operation, model: 'm', values, quote: null, another: true, first: true }
  const first = [1, 2].map(() => world.jobs.enqueue({ ...click, idempotencyKey: 'three' }).id)
  expect(first[1]).toBe(first[0])
  const unsent = new QueueOrder(world.database).unsent({ ids: [...waiting, ...first] })
  expect(unsent.map(({ id }) => id)).toEqual([first[0], ...waiting])
})

test('a click for a request whose job is still running adds nothing to the chosen collection', async () => {
  const world = testEngine({ ...accepted, poll: () => running })
  const { id } = world.enqueue('one', false)
  await world.clock.advance(1000)
  expect(enqueueInto(world, 'posters', 'two')).toMatchObject({ id, already: 'in_progress' })
  expect(collectCalls(world.calls)).toEqual([])
})

test('cancelling a job sets its end time, clears its wait, and is refused the second time', async () => {
  const world = testEngine({ ...accepted, isPaused: () => true })
  const { id } = world.enqueue()
  world.store.update(id, 'queued', { waitsUntil: world.clock.now() + 60_000 })
  await world.clock.advance(10)
  expect(world.jobs.cancel(id)).toMatchObject({
    state: 'cancelled',
    waitsUntil: null,
    finishedAt: world.clock.now(),
  })
  expect(() => world.jobs.cancel(id)).toThrow('job_wrong_state')
})

test.each(['close', 'send_again'] as const)(
  'an uncertain job ends when the user chooses %s',
  async (choice) => {
    const world = testEngine({ submit: () => respondWith(500) })
    const { id } = world.enqueue()
    await world.clock.advance(1000)
    expect(world.store.find(id)).toMatchObject({ state: 'uncertain', finishedAt: null })
    world.jobs.resolveUncertain(
      choice === 'close' ? { id, choice } : { id, choice, idempotencyKey: 'again', quote: null },
    )
    expect(world.store.find(id)).toMatchObject({ state: 'closed', finishedAt: world.clock.now() })
  },
)

test('a job repeated from a batch is sent before the batch’s other jobs', async () => {
  const world = testEngine({ ...accepted, isPaused: () => true })
  const click = { replaces: null, createdAt: 1, idempotencyKey: 'row', id: 'row' }
  world.store.insert({ ...preparedJob, ...click, priority: 1 })
  world.jobs.cancel('row')
  const { id } = world.jobs.repeat({ id: 'row', idempotencyKey: 'again', quote: null })
  const priority = world.store.find(id)?.priority
  expect(priority).toBe(0)
})

test('a result is recorded in the journal before it gets its final name; other formats are not', async () => {
  const world = testEngine({
    ...accepted,
    poll: () =>
      respondOk({
        status: 'done',
        result_url: 'https://results.example/a.png',
        results_alt_formats: { jpg: 'https://results.example/a.jpg' },
      }),
  })
  world.enqueue()
  await world.clock.advance(10_000)
  expect(world.requests.map(({ isJournaled }) => isJournaled)).toEqual([true, undefined])
})

test('a job that was cancelled and repeated twice refers to its latest retry, a queued job that was repeated to none', () => {
  const { store, jobs } = testEngine({ ...accepted, isPaused: () => true })
  const add = (id: string, replaces: string | null, end: 'cancelled' | null) => {
    store.insert({ ...preparedJob, id, idempotencyKey: id, replaces, createdAt: 1 })
    if (end) store.move(id, end)
  }
  add('first', null, 'cancelled')
  add('second', 'first', 'cancelled')
  add('third', 'second', null)
  add('resent', 'third', null)
  expect(['first', 'second', 'third'].map((id) => jobs.get(id).retry)).toEqual(['third', 'third', null])
})

test('a click whose price exceeds a limit writes no job and sends nothing', async () => {
  const database = migratedDatabase()
  const clock = fakeClock()
  const budgets = new Budgets({
    database,
    clock,
    notices: { add: () => {}, withdraw: () => {} },
    events: new StudioEvents(),
  })
  const world = testEngine(
    { ...accepted, poll: () => running, clickPolicy: budgets },
    database,
    preparedJob,
    { clock },
  )
  budgets.set({ scope: { kind: 'connection', id: 'c' }, cap: (preparedJob.price ?? 0) - 1 })
  expect(() => world.enqueue()).toThrow('budget_full')
  await clock.advance(1000)
  expect([world.store.page(null, null, 10), world.entries, world.calls]).toEqual([[], [], []])
  budgets.set({ scope: { kind: 'connection', id: 'c' }, cap: preparedJob.price })
  const { id } = world.enqueue()
  await clock.advance(1000)
  expect(world.store.find(id)?.state).toBe('running')
})

test.each([
  ['the price of the job', preparedJob.price, preparedJob.price],
  ['nothing for a job without a price', null, 0],
])('a refund that the balance proves is recorded once, as %s', async (_, price, amount) => {
  const recorded: string[] = []
  const world = testEngine(
    {
      ...accepted,
      poll: () => respondOk({ status: 'failed' }),
      record: (entry, sum) => void recorded.push(`${entry} ${sum}`),
    },
    migratedDatabase(),
    { ...preparedJob, price },
  )
  const { id } = world.enqueue()
  await world.clock.advance(10_000)
  expect(world.store.find(id)?.problem?.money).toBe('refund_unconfirmed')
  world.jobs.confirmRefunds([id, 'nothing'])
  world.jobs.confirmRefunds([id])
  expect(world.store.find(id)).toMatchObject({ state: 'failed', problem: { money: 'refund_in_balance' } })
  expect(recorded.slice(-2)).toEqual([`unconfirmed ${amount}`, `refunded ${amount}`])
})
