import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { StudioError } from '../../../src-preload/contract/errors.ts'
import type { Batch } from '../../../src-preload/contract/types/batch.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { Budgets } from '../budgets/Budgets.ts'
import { JobStore } from '../jobs/JobStore.ts'
import { QueueOrder } from '../jobs/QueueOrder.ts'
import { prepared } from '../jobs/testEngine.ts'
import { Ledger } from '../spend/Ledger.ts'
import { Database } from '../storage/Database.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { Batches } from './Batches.ts'
import { BatchTable } from './BatchTable.ts'
import { Previews } from './Previews.ts'
import { plainPlan, rowMakerOf } from './testing.ts'

const PRICE = 10
const HOUR = 3_600_000
let world: ReturnType<typeof setUp>
beforeEach(() => {
  world = setUp()
})

function setUp() {
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
  onTestFinished(() => database.close())
  const clock = fakeClock(Date.UTC(2026, 0, 15, 12))
  const ledger = new Ledger({ database, clock })
  const store = new JobStore({ database, onBadRow: () => {}, onChange: () => {} })
  const order = new QueueOrder(database)
  const told: Problem[] = []
  const budgets = new Budgets({
    database,
    clock,
    report: (problem) => told.push(problem),
    onChange: () => {},
    timeZone: 'UTC',
  })
  let ids = 0
  const uuid = () => `id-${ids++}`
  const previews = new Previews({
    rowMaker: () => rowMakerOf({ steps: 4 }),
    findQuote: () => ({ price: PRICE, quotedAt: clock.now() }),
    askPrice: () => Promise.resolve({ state: 'superseded' }),
    callsLeft: () => null,
    uuid,
    random: Math.random,
    clock,
  })
  const transaction = <T>(work: () => T) => database.transaction(work)
  const batches = new Batches({
    table: new BatchTable(database),
    previews,
    insert: (intent) => store.insert(intent),
    record: (jobs, entry) => ledger.recordAll(jobs, entry),
    checkBudgets: (wanted) => budgets.check(wanted),
    hold: (id, held) => order.hold(id, held),
    transaction,
    send: () => {},
    onChange: () => {},
    uuid,
    clock,
  })
  const press = async (count = 3, more: { press?: string; cap?: number } = {}): Promise<Batch> => {
    const axes = [{ field: 'prompt', values: Array.from({ length: count }, (_, n) => `prompt ${n}`) }]
    const about = { operation: 'txt2img', model: 'test-model', values: {} }
    const { id, total } = await batches.preview({ ...about, plan: { ...plainPlan, axes } })
    const given = { preview: id, name: 'Night', skip: [], total, unpriced: false }
    return batches.enqueue({ ...given, press: more.press ?? `press-${ids++}`, cap: more.cap ?? null })
  }
  const next = () => store.nextQueued(clock.now(), [], [])
  /** Sends the next job, as the submitter would. */
  const send = () => {
    const job = next()
    if (!job) return null
    store.move(job.id, 'sending')
    store.move(job.id, 'running')
    ledger.record(job.id, 'accepted', job.price ?? 0)
    return job
  }
  return { database, clock, store, order, budgets, batches, ledger, told, press, next, send }
}

const problemOf = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    if (error instanceof StudioError) return error.problem
    throw error
  }
  return null
}

test('a press writes all its jobs or none, and the same press twice is one batch', async () => {
  const batch = await world.press(3, { press: 'the press' })
  expect(batch).toMatchObject({ jobs: 3, unsent: 3, quoted: 30, held: 30, spent: 0, state: 'running' })
  expect((await world.press(3, { press: 'the press' })).id).toBe(batch.id)
  world.database.run("UPDATE jobs SET press = 'taken/1' WHERE press = 'the press/0'")
  await expect(world.press(3, { press: 'taken' })).rejects.toThrow(/UNIQUE/)
  expect(world.batches.list().batches).toHaveLength(1)
  expect(world.store.countIn(['queued'])).toBe(3)
})

test('interactive jobs pass batch jobs, and a batch keeps its order', async () => {
  await world.press(2)
  world.store.insert({ ...prepared, id: 'mine', press: 'mine', replaces: null, createdAt: 1 })
  const sent = [world.send(), world.send(), world.send()].map((job) => job?.label?.at[0] ?? job?.id)
  expect(sent).toEqual(['mine', 0, 1])
})

test('unsent jobs move to the front, to the back and before another, however often', async () => {
  const { id } = await world.press(4)
  const rows = () => world.order.page({ batch: id }, null, 500).rows.map((row) => String(row['id']))
  const [a = '', b = '', c = '', d = ''] = rows()
  world.order.move([c, d], 'front')
  expect(rows()).toEqual([c, d, a, b])
  world.order.move([c], 'back')
  expect(rows()).toEqual([d, a, b, c])
  for (let n = 0; n < 200; n++) {
    world.order.move([b], { before: a })
    world.order.move([a], { before: b })
  }
  expect(rows()).toEqual([d, a, b, c])
  expect(world.next()?.id).toBe(d)
})

test('a paused batch sends nothing, and a started studio sends no batch by itself', async () => {
  const { id } = await world.press(2)
  world.batches.pause(id)
  expect(world.next()).toBeNull()
  world.batches.resume(id)
  world.send()
  world.batches.waitForPerson()
  expect(world.batches.list().batches[0]).toMatchObject({ state: 'waiting', unsent: 1, running: 1 })
  expect(world.next()).toBeNull()
  world.batches.resumeAll()
  expect(world.next()).not.toBeNull()
})

test('a batch stops at its own cap, says what waits, and goes on when it is raised', async () => {
  const { id } = await world.press(4, { cap: 25 })
  const admit = () => world.batches.admit({ batch: id, price: PRICE })
  expect([admit(), world.send() !== null, admit(), world.send() !== null, admit()]).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  expect(world.next()).toBeNull()
  const [batch] = world.batches.list().batches
  expect(batch).toMatchObject({
    state: 'paused',
    spent: 20,
    problem: { code: 'batch_cap_reached', params: { jobs: 2, held: 20 } },
  })
  world.batches.cap({ id, cap: 100 })
  expect(world.next()).not.toBeNull()
})

test('a budget counts what is held, refuses what no longer fits, and warns once at 80 %', async () => {
  world.budgets.set({ scope: 'day', cap: 50 })
  await world.press(4)
  expect(world.budgets.list()).toMatchObject([{ scope: 'day', used: 0, held: 40, state: 'near' }])
  expect(world.told.map(({ code }) => code)).toEqual(['budget_near'])
  expect(await problemOf(() => world.press(2))).toMatchObject({
    code: 'budget_full',
    money: 'not_charged',
    params: { scope: 'day', cap: 50, held: 40, wanted: 20 },
  })
  expect(world.store.countIn(['queued'])).toBe(4)
  expect((await world.press(1)).jobs).toBe(1)
})

test('a budget lowered later stops jobs before they are sent, by what is used and on its way', async () => {
  await world.press(3)
  world.send()
  world.budgets.set({ scope: 'month', cap: 15 })
  const job = { connectionId: 'c', price: PRICE }
  expect(world.budgets.admit(job, () => 0)).toMatchObject({
    code: 'budget_full',
    params: { used: 10, held: 20 },
  })
  world.budgets.set({ scope: 'month', cap: 20 })
  expect(world.budgets.admit(job, () => 0)).toBeNull()
  expect(
    world.budgets.admit(job, () => 10),
    'one is on its way',
  ).toMatchObject({ code: 'budget_full' })
  expect(world.budgets.admit({ ...job, price: null }, () => 0)).toMatchObject({ code: 'budget_unpriced' })
})

test('a clock set back un-counts nothing, a new day begins anew, and refunds give back', async () => {
  world.budgets.set({ scope: 'day', cap: 100 })
  const used = () => world.budgets.list()[0]?.used
  await world.press(3)
  const first = world.send()
  await world.clock.advance(24 * HOUR)
  expect(used()).toBe(0)
  world.send()
  world.send()
  expect(used()).toBe(20)
  await world.clock.advance(-24 * HOUR)
  expect(used(), 'yesterday and what is dated later').toBe(30)
  world.ledger.record(first?.id ?? '', 'refunded', PRICE)
  expect(used()).toBe(20)
})

test.each([
  ['day', 0],
  ['day', -5],
  ['day', 2 ** 60],
  ['day', 1.5],
  ['week', 5],
])('a budget %s of %d is refused', async (scope, cap) => {
  expect(await problemOf(() => world.budgets.set({ scope, cap }))).toMatchObject({ code: 'invalid_input' })
  expect(world.budgets.list()).toEqual([])
})
