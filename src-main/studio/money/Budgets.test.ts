import { beforeEach, expect, test } from 'vitest'
import { budgetRoutes } from '../../../src-preload/contract/routes/money.ts'
import type { BudgetScope } from '../../../src-preload/contract/types/money.ts'
import { createBatchWorld, PRICE, catchProblem } from '../testing/worlds/createBatchWorld.ts'

const HOUR = 3_600_000
const allScopes = (collectionId: string): BudgetScope[] => [
  { kind: 'run' },
  { kind: 'session' },
  { kind: 'day' },
  { kind: 'month' },
  { kind: 'connection', id: 'c' },
  { kind: 'collection', id: collectionId },
]
let world: ReturnType<typeof createBatchWorld>
beforeEach(() => {
  world = createBatchWorld()
})

test('a limit counts reserved quotes, refuses jobs that exceed it, and warns once at 80 %', async () => {
  world.budgets.set({ scope: { kind: 'day' }, cap: 50 })
  await world.enqueue(4)
  expect(world.budgets.list()).toMatchObject([
    { scope: { kind: 'day' }, used: 0, reserved: 40, state: 'near' },
  ])
  expect(world.problems.map(({ code }) => code)).toEqual(['budget_near'])
  expect(await catchProblem(() => world.enqueue(2))).toMatchObject({
    code: 'budget_full',
    money: 'not_charged',
    params: { scope: 'day', cap: 50, reserved: 40, wanted: 20 },
  })
  expect(world.store.countIn(['queued'])).toBe(4)
  expect((await world.enqueue(1)).jobs).toBe(1)
})

test('a lowered limit holds queued jobs by what is used and in flight', async () => {
  await world.enqueue(3)
  world.send()
  world.budgets.set({ scope: { kind: 'month' }, cap: 15 })
  const job = { connectionId: 'c', collectionId: null, price: PRICE }
  expect(world.budgets.admit(job, () => 0)).toMatchObject({
    scope: 'connection',
    problem: { code: 'budget_full', params: { used: 10, reserved: 20 } },
  })
  world.budgets.set({ scope: { kind: 'month' }, cap: 20 })
  expect(world.budgets.admit(job, () => 0)).toBeNull()
  expect(
    world.budgets.admit(job, () => 10),
    'another job is being sent',
  ).toMatchObject({ problem: { code: 'budget_full' } })
  expect(world.budgets.admit({ ...job, price: null }, () => 0)).toMatchObject({
    problem: { code: 'budget_unpriced' },
  })
})

test('a limit per run is checked when jobs are enqueued, and holds none of them later, whatever the month has used', async () => {
  world.budgets.set({ scope: { kind: 'run' }, cap: 30 })
  await world.enqueue(3)
  for (let sent = 0; sent < 3; sent++) world.send()
  await world.enqueue(3)
  expect(world.budgets.admit({ connectionId: 'c', collectionId: null, price: PRICE }, () => 0)).toBeNull()
  expect(world.budgets.admit({ connectionId: 'c', collectionId: null, price: null }, () => 0)).toBeNull()
  expect(await catchProblem(() => world.enqueue(4))).toMatchObject({
    code: 'budget_full',
    params: { scope: 'run' },
  })
})

test('notices of a limit are withdrawn when it is set again, and a full limit replaces its warning', async () => {
  world.budgets.set({ scope: { kind: 'day' }, cap: 40 })
  await world.enqueue(4)
  const codes = () =>
    world.problems.map(({ code, params }) => `${code} ${String(params && 'scope' in params && params.scope)}`)
  expect(codes()).toEqual(['budget_near day'])
  const job = { connectionId: 'c', collectionId: null, price: PRICE }
  world.budgets.admit(job, () => 40)
  expect(codes()).toEqual(['budget_full day'])
  world.budgets.set({ scope: { kind: 'month' }, cap: 1000 })
  expect(codes(), 'setting another limit withdraws nothing').toEqual(['budget_full day'])
  world.budgets.set({ scope: { kind: 'day' }, cap: null })
  expect(codes()).toEqual([])
})

test('setting the limit of a collection withdraws only its own notices', async () => {
  const posters = await world.collections.create({ name: 'Posters' })
  const covers = await world.collections.create({ name: 'Covers' })
  for (const { id } of [posters, covers]) {
    world.budgets.set({ scope: { kind: 'collection', id }, cap: 10 })
    await world.enqueue(1, { collection: id })
  }
  expect(world.problems.map(({ params }) => params && 'name' in params && params.name)).toEqual([
    'Posters',
    'Covers',
  ])
  world.budgets.set({ scope: { kind: 'collection', id: posters.id }, cap: 20 })
  expect(world.problems.map(({ params }) => params && 'name' in params && params.name)).toEqual(['Covers'])
})

test('a clock set back frees nothing, a new day starts at zero, and refunds are subtracted', async () => {
  world.budgets.set({ scope: { kind: 'day' }, cap: 100 })
  const used = () => world.budgets.list()[0]?.used
  await world.enqueue(3)
  const first = world.send()
  await world.clock.advance(24 * HOUR)
  expect(used()).toBe(0)
  world.send()
  world.send()
  expect(used()).toBe(20)
  await world.clock.advance(-24 * HOUR)
  expect(used(), 'entries dated in the future count too').toBe(30)
  world.ledger.record(first?.id ?? '', 'refunded', PRICE)
  expect(used()).toBe(20)
})

test.each([0, -5, 2 ** 60, 1.5])('a limit of %d is rejected', (cap) => {
  const input = { scope: { kind: 'day' }, cap }
  expect(budgetRoutes['budgets.set'].input.safeParse(input).success).toBe(false)
})

test.each([{ kind: 'week' }, { kind: 'collection' }, { kind: 'connection', id: '' }, 'day', null])(
  '%j is not the scope of a limit',
  (scope) => {
    expect(budgetRoutes['budgets.set'].input.safeParse({ scope, cap: 5 }).success).toBe(false)
  },
)

test('limits of all scopes are listed as they were set, and removed', () => {
  for (const scope of allScopes('k:1')) world.budgets.set({ scope, cap: 5 })
  const listed = () => world.budgets.list().map(({ scope }) => scope)
  expect(listed()).toHaveLength(allScopes('k:1').length)
  expect(listed()).toEqual(expect.arrayContaining(allScopes('k:1')))
  for (const scope of allScopes('k:1')) world.budgets.set({ scope, cap: null })
  expect(listed()).toEqual([])
})

test('a limit of a collection counts only its jobs, ends when the collection is deleted, and returns when it is restored', async () => {
  const { id: posters } = await world.collections.create({ name: 'Posters' })
  const scope = { kind: 'collection' as const, id: posters }
  world.budgets.set({ scope, cap: 25 })
  await world.enqueue(3)
  expect(world.budgets.list()).toMatchObject([{ scope, used: 0, reserved: 0, state: 'fine' }])
  await world.enqueue(2, { collection: posters })
  expect(world.budgets.list()).toMatchObject([{ scope, used: 0, reserved: 20, state: 'near' }])
  expect(await catchProblem(() => world.enqueue(1, { collection: posters }))).toMatchObject({
    code: 'budget_full',
    params: { scope: 'collection', name: 'Posters', cap: 25, reserved: 20, wanted: PRICE },
    limit: { scope: { kind: 'collection', id: posters }, wanted: PRICE },
  })
  const jobInPosters = { connectionId: 'c', collectionId: posters, price: PRICE }
  expect(world.budgets.admit(jobInPosters, () => 20)).toMatchObject({
    scope: 'collection',
    problem: { code: 'budget_full', limit: { scope: { kind: 'collection', id: posters } } },
  })
  expect(world.budgets.admit({ ...jobInPosters, collectionId: null }, () => 20)).toBeNull()
  for (let n = 0; n < 5; n++) world.send()
  expect(world.budgets.list()).toMatchObject([{ used: 20, reserved: 0 }])

  world.collections.delete(posters)
  expect(world.budgets.list()).toEqual([])
  expect(world.budgets.admit(jobInPosters, () => 20)).toBeNull()
  expect((await world.enqueue(4, { collection: posters })).collection).toBeNull()
  world.collections.restore(posters)
  expect(world.budgets.list()).toMatchObject([{ scope, cap: 25, used: 20, reserved: 0 }])
})

test('a limit of a collection starts at zero in a new month, and jobs of a deleted collection count towards the limit of all jobs', async () => {
  const { id } = await world.collections.create({ name: 'Posters' })
  world.budgets.set({ scope: { kind: 'collection', id }, cap: 100 })
  world.budgets.set({ scope: { kind: 'month' }, cap: 100 })
  await world.enqueue(2, { collection: id })
  world.send()
  await world.clock.advance(31 * 24 * HOUR)
  expect(world.budgets.list()).toMatchObject([
    { used: 0, reserved: 10 },
    { used: 0, reserved: 10 },
  ])
  world.collections.delete(id)
  world.send()
  expect(world.budgets.list()).toMatchObject([{ scope: { kind: 'month' }, used: 10, reserved: 0 }])
})

test('a batch with its own limit reserves no more than that, and less as it proceeds', async () => {
  world.budgets.set({ scope: { kind: 'day' }, cap: 60 })
  world.budgets.set({ scope: { kind: 'run' }, cap: 30 })
  const { id } = await world.enqueue(10, { cap: 25 })
  const day = () => world.budgets.list().find(({ scope }) => scope.kind === 'day')
  expect(day()).toMatchObject({ used: 0, reserved: 25 })
  world.send()
  expect(day()).toMatchObject({ used: 10, reserved: 15 })
  await world.enqueue(3)
  expect(day()).toMatchObject({ used: 10, reserved: 45 })
  expect(await catchProblem(() => world.enqueue(1))).toMatchObject({ code: 'budget_full' })

  expect(await catchProblem(() => world.batches.setCap({ id, cap: 40 }))).toMatchObject({
    code: 'budget_full',
    params: { scope: 'day', wanted: 15 },
  })
  expect(world.batches.list().batches.find((batch) => batch.id === id)?.cap).toBe(25)
  world.batches.setCap({ id, cap: 20 })
  expect(day()).toMatchObject({ used: 10, reserved: 40 })
})

test('a raised cap of a batch is refused if the whole batch then costs more than the limit per run', async () => {
  world.budgets.set({ scope: { kind: 'run' }, cap: 50 })
  const { id } = await world.enqueue(10, { cap: 40 })
  world.send()
  expect(await catchProblem(() => world.batches.setCap({ id, cap: 60 }))).toMatchObject({
    code: 'budget_full',
    params: { scope: 'run', wanted: 60 },
  })
  expect(world.batches.setCap({ id, cap: 50 }).cap).toBe(50)
})

test('an increase of the prices of a batch counts only as far as the cap of the batch allows it', async () => {
  world.budgets.set({ scope: { kind: 'run' }, cap: 50 })
  world.budgets.set({ scope: { kind: 'day' }, cap: 50 })
  const { id } = await world.enqueue(4, { cap: 45 })
  world.send()
  world.batches.checkPriceIncrease(id, 20)
  world.batches.setCap({ id, cap: null })
  expect(await catchProblem(() => world.batches.checkPriceIncrease(id, 11))).toMatchObject({
    params: { scope: 'day', used: 10, reserved: 30, wanted: 11 },
  })
  world.budgets.set({ scope: { kind: 'day' }, cap: null })
  expect(await catchProblem(() => world.batches.checkPriceIncrease(id, 11))).toMatchObject({
    params: { scope: 'run', wanted: 51 },
  })
})

test('a click that a later limit refuses is not counted in a warning of an earlier one', async () => {
  world.budgets.set({ scope: { kind: 'day' }, cap: 100 })
  world.budgets.set({ scope: { kind: 'run' }, cap: 20 })
  for (let clicks = 0; clicks < 3; clicks++) await world.enqueue(2)
  expect(await catchProblem(() => world.enqueue(3))).toMatchObject({ params: { scope: 'run' } })
  expect(world.problems).toEqual([])
  await world.enqueue(2)
  expect(world.problems).toMatchObject([{ code: 'budget_near', params: { scope: 'day', used: 80 } }])
})

test('a job that a later limit holds back is not counted in a warning of an earlier one', async () => {
  await world.enqueue(9)
  for (let sent = 0; sent < 7; sent++) world.send()
  world.budgets.set({ scope: { kind: 'day' }, cap: 100 })
  world.budgets.set({ scope: { kind: 'month' }, cap: 70 })
  world.budgets.admit({ connectionId: 'c', collectionId: null, price: PRICE }, () => 0)
  expect(
    world.problems.map(
      ({ code, params }) => `${code} ${String(params && 'scope' in params && params.scope)}`,
    ),
  ).toEqual(['budget_full month'])
})

test('the cost of a check does not grow with the queue or the history', { timeout: 60_000 }, async () => {
  const { id } = await world.collections.create({ name: 'Posters' })
  const scopes = allScopes(id)
  for (const scope of scopes) world.budgets.set({ scope, cap: 10 ** 12 })
  const job = { connectionId: 'c', collectionId: id, price: PRICE }
  const cost = () => {
    const before = world.database.statementsRun
    world.budgets.check({ ...job, prices: [PRICE] })
    const checked = world.database.statementsRun
    world.budgets.admit(job, (whose) => world.store.sumSending(whose))
    return [checked - before, world.database.statementsRun - checked]
  }
  const empty = cost()
  await world.enqueue(10_000, { collection: id, cap: 10 ** 6 })
  for (let n = 0; n < 50; n++) world.send()
  expect(cost()).toEqual(empty)
  expect(Math.max(...empty)).toBeLessThanOrEqual(1 + 3 * scopes.length)
})
