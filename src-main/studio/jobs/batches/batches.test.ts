import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { beforeEach, expect, test } from 'vitest'
import type { BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import { preparedJob } from '../engine/testEngine.ts'
import { createBatchWorld, catchProblem, PRICE } from '../../testing/worlds/createBatchWorld.ts'
import { plainPlan } from './testing.ts'

let world: ReturnType<typeof createBatchWorld>
beforeEach(() => {
  world = createBatchWorld()
})

test('writes all jobs of a click or none, and the same click twice makes one batch', async () => {
  const batch = await world.enqueue(3, { idempotencyKey: 'the click' })
  expect(batch).toMatchObject({ jobs: 3, unsent: 3, quoted: 30, reserved: 30, spent: 0, state: 'running' })
  expect((await world.enqueue(3, { idempotencyKey: 'the click' })).id).toBe(batch.id)
  world.database.run("UPDATE jobs SET idempotency_key = 'taken/1' WHERE idempotency_key = 'the click/0'")
  await expect(world.enqueue(3, { idempotencyKey: 'taken' })).rejects.toThrow(/UNIQUE/)
  expect(world.batches.list().batches).toHaveLength(1)
  expect(world.store.countIn(['queued'])).toBe(3)
})

test('adds no rows that another window has added since the preview, until a new preview has shown them', async () => {
  const preview = (prompts: string[]) =>
    world.batches.preview({
      operation: 'txt2img',
      model: 'test-model',
      values: { seed: 1 },
      plan: { ...plainPlan, seeds: 'shared', axes: [{ field: 'prompt', values: prompts }] },
    })
  const add = ({ id, total }: BatchPreview, idempotencyKey: string, skip: number[] = []) => {
    const terms = { name: 'Night', unpriced: false, cap: null, collection: null }
    return world.batches.enqueue({
      ...terms,
      preview: id,
      idempotencyKey,
      skip,
      total: total - PRICE * skip.length,
    })
  }
  const mine = await preview(['a fox', 'a cat', 'a dog'])
  const theirs = await preview(['a fox', 'a cat', 'an owl'])
  add(theirs, 'their click')
  const problem = await catchProblem(() => add(mine, 'my click'))
  expect(problem).toMatchObject({ code: 'batch_repeated', money: 'not_charged', params: { count: 2 } })
  expect(world.store.countIn(['queued'])).toBe(3)

  const shown = await preview(['a fox', 'a cat', 'a dog'])
  expect(shown.already?.in_progress).toEqual([0, 1])
  // The user keeps the first row although it repeats a job.
  expect(add(shown, 'my next click', [1])).toMatchObject({ jobs: 2 })
  const last = await preview(['a bird'])
  world.store.insert({ ...preparedJob, id: 'other', idempotencyKey: 'other', replaces: null, createdAt: 1 })
  expect(add(last, 'my last click')).toMatchObject({ jobs: 1 })
})

test('lists, pauses and resumes a batch whose stored problem and axes cannot be read', async () => {
  const { id } = await world.enqueue(2)
  world.database.run("UPDATE batches SET problem = '{', axes = 'none' WHERE id = ?", id)
  expect(world.batches.list().batches).toMatchObject([{ id, unsent: 2, problem: null, axes: [] }])
  expect(world.batches.pause(id)).toMatchObject({ state: 'paused' })
  expect(world.batches.resume(id)).toMatchObject({ state: 'running' })
})

test('sends interactive jobs before batch jobs and keeps the order of a batch', async () => {
  await world.enqueue(2)
  world.store.insert({ ...preparedJob, id: 'mine', idempotencyKey: 'mine', replaces: null, createdAt: 1 })
  const sent = [world.send(), world.send(), world.send()].map((job) => job?.label?.at[0] ?? job?.id)
  expect(sent).toEqual(['mine', 0, 1])
})

test('moves unsent jobs to the front, to the back and before another, repeatedly', async () => {
  const { id } = await world.enqueue(4)
  const rows = () => world.page({ batch: id }).ids
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

test('lists batches in sending order, and sends a batch first that was moved to the front', async () => {
  const { id: first } = await world.enqueue(2)
  const { id: second } = await world.enqueue(2)
  const { id: third } = await world.enqueue(2)
  const order = () => world.batches.list().batches.map(({ id }) => id)
  expect(order()).toEqual([first, second, third])
  const unsent = (batch: string) => world.order.unsent({ batch }).map(({ id }) => id)
  expect(world.order.move(unsent(third), 'front')).toBe(2)
  world.order.move(unsent(first), 'back')
  expect(order()).toEqual([third, second, first])
  expect([world.send(), world.send(), world.send()].map((job) => job?.batch)).toEqual([third, third, second])
  expect(order(), 'a batch whose jobs were all sent comes first').toEqual([third, second, first])
})

test('lists unfinished batches before 500 newer ones, and of the finished ones the newest', async () => {
  const { id: unsent } = await world.enqueue(2)
  const { id: sent } = await world.enqueue(1)
  const { id: finished } = await world.enqueue(1)
  const setState = (batch: string, state: string) =>
    world.database.run('UPDATE jobs SET state = ? WHERE batch_id = ?', state, batch)
  setState(sent, 'running')
  setState(finished, 'saved')
  for (let n = 0; n < 500; n++)
    world.database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
         VALUES (?1, ?1, 'Night', 'running', 'c', 'txt2img', '[]', 0)`,
      `newer ${n}`,
    )
  const ids = () => world.batches.list().batches.map(({ id }) => id)
  expect(ids().slice(0, 3)).toEqual([sent, unsent, 'newer 499'])
  expect(ids()).toHaveLength(502)
  expect(ids()).not.toContain(finished)
})

test('lists jobs without a batch separately', async () => {
  await world.enqueue(3)
  for (const id of ['a', 'b', 'done'])
    world.store.insert({ ...preparedJob, id, idempotencyKey: id, replaces: null, createdAt: 1 })
  world.database.run("UPDATE jobs SET state = 'cancelled' WHERE id = 'done'")
  const page = (states: ('queued' | 'cancelled')[], limit = 9) =>
    world.page({ batch: null, states }, limit).ids
  expect(page(['queued'])).toEqual(['a', 'b'])
  expect(page(['cancelled'])).toEqual(['done'])
  expect(world.page({ batch: null, states: ['queued', 'cancelled'] }).total).toBe(3)
})

test('sends nothing from a paused batch, and no batch after a restart until it is resumed', async () => {
  const { id } = await world.enqueue(2)
  world.batches.pause(id)
  expect(world.next()).toBeNull()
  world.batches.resume(id)
  world.send()
  world.batches.holdUntilResumed()
  expect(world.batches.list().batches[0]).toMatchObject({ state: 'waiting', unsent: 1, running: 1 })
  expect(world.next()).toBeNull()
  world.batches.resumeAll()
  expect(world.next()).not.toBeNull()
})

test('pauses a batch at its limit, reports the unsent jobs, and resumes it when the limit is raised', async () => {
  const { id } = await world.enqueue(4, { cap: 25 })
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
    problem: { code: 'batch_cap_reached', params: { jobs: 2, reserved: 20 } },
  })
  world.batches.setCap({ id, cap: 100 })
  expect(world.next()).not.toBeNull()
})

test('reports the waiting jobs of a batch with their total, without those being sent or cancelled', async () => {
  const { id } = await world.enqueue(5, { cap: 25 })
  world.send()
  const [inFlight] = world.page({ batch: id, states: ['queued'] }).ids
  world.store.move(inFlight ?? '', 'sending')
  expect(world.batches.admit({ batch: id, price: PRICE })).toBe(false)
  const [paused] = world.batches.list().batches
  expect(paused).toMatchObject({ unsent: 3, reserved: 30, problem: { params: { jobs: 3, reserved: 30 } } })
  const [, last] = world.page({ batch: id, states: ['queued'] }).ids
  world.store.move(last ?? '', 'cancelled')
  const [afterCancel] = world.batches.list().batches
  expect(afterCancel).toMatchObject({ unsent: 2, problem: { params: { jobs: 2, reserved: 20 } } })
})

test.each(['batch_cap_reached', 'batch_balance', 'batch_price_changed'])(
  'reports %s of a batch only while jobs wait, also after a restart',
  async (code) => {
    const { id } = await world.enqueue(2, { cap: 5 })
    if (code === 'batch_cap_reached') world.batches.admit({ batch: id, price: PRICE })
    else if (code === 'batch_balance') world.batches.pauseForBalance(id, undefined)
    else world.batches.pauseForPrice(id, { shown: PRICE, price: PRICE + 1 })
    const problem = () => world.batches.list().batches.find((batch) => batch.id === id)?.problem
    expect(problem()).toMatchObject({ code, params: { jobs: 2 } })
    for (const job of world.page({ batch: id, states: ['queued'] }).ids) world.store.move(job, 'cancelled')
    expect(problem()).toBeNull()
    world.batches.holdUntilResumed()
    expect(problem()).toBeNull()
  },
)

test('reports a reached limit with the unsent jobs of a batch while it holds them', async () => {
  await world.enqueue(3)
  const { id: paused } = await world.enqueue(2)
  world.batches.pause(paused)
  world.send()
  const params = { scope: 'day', cap: 25, used: 20, reserved: 20, wanted: PRICE }
  world.now.problem = makeProblem('budget_full', { money: 'not_charged', params })
  const problems = () => world.batches.list().batches.map(({ problem }) => problem)
  expect(problems()).toEqual([
    {
      code: 'batch_budget',
      money: 'not_charged',
      params: { scope: 'day', cap: 25, used: 20, reserved: 20, wanted: 10, jobs: 2 },
    },
    null,
  ])
  world.now.problem = null
  expect(problems()).toEqual([null, null])
})
